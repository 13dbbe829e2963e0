/* Backgammon: the plays of all rolls along random games, in the order of backgammon_rules.py. Steps are made on the board
 * and taken back. Built and called by limit.py. */

#include <stdint.h>
#include <string.h>

#include "random_numbers.h"

enum { OFF, HOME = 6, BAR = 25, CHECKERS = 15, BITS = 5 };
typedef struct { int8_t own[26], other[26]; } position;

static int plays[4096], found;
static inline int end_of(int start, int die) { return start > die ? start - die : OFF; }
static inline void step(position *p, int start, int die) { p->own[start]--, p->own[end_of(start, die)]++; }
static inline void take_back(position *p, int start, int die) { p->own[start]++, p->own[end_of(start, die)]--; }
static inline int may_step(const position *p, int start, int die) {
    if (p->own[start] == 0 || (p->own[BAR] > 0 && start != BAR)) return 0;
    if (start > die) return p->other[BAR - (start - die)] <= 1;
    for (int point = (start == die ? HOME : start) + 1; point <= BAR; point++)
        if (p->own[point]) return 0;
    return 1;
}
static int may_play(position *p, int first, int large, int then, int small) {
    if (!may_step(p, first, large)) return 0;
    step(p, first, large);
    int answer = may_step(p, then, small);
    take_back(p, first, large);
    return answer;
}
static inline int is_blot(const position *p, int point) { return p->other[BAR - point] == 1; }
/* Return 1 if another play has the same result, or the same checker moves twice and the smaller die first does it, too. */
static int is_twin(position *p, int first, int large, int then, int small) {
    if (first == then - small) {
        if (then <= large || is_blot(p, then - small) || is_blot(p, then - large)) return 0;
        return may_play(p, then, large, then - large, small);
    }
    return first < then && then <= small && may_play(p, then, large, first, small);
}
static int most;
static void doubles(position *p, int die, int steps, int highest, int play) {
    int ends = 1;
    if (steps < 4)
        for (int start = highest; start > OFF; start--)
            if (may_step(p, start, die)) {
                ends = 0;
                step(p, start, die);
                doubles(p, die, steps + 1, start, play | start << BITS * steps);
                take_back(p, start, die);
            }
    if (!ends || steps < most) return;
    if (steps > most) most = steps, found = 0;
    plays[found++] = play;
}
/* List the plays of a roll, the larger die first; they are no doubles. */
static void two_dice(position *p, int large, int small) {
    for (int first = BAR; first > OFF; first--)
        if (may_step(p, first, large)) {
            step(p, first, large);
            int starts[BAR], count = 0;
            for (int then = BAR; then > OFF; then--)
                if (may_step(p, then, small)) starts[count++] = then;
            take_back(p, first, large);
            for (int i = 0; i < count; i++)
                if (!is_twin(p, first, large, starts[i], small)) plays[found++] = first | starts[i] << BITS;
        }
    for (int then = BAR; then > OFF; then--)
        if (may_step(p, then, small)) {
            step(p, then, small);
            int starts[BAR], count = 0;
            for (int first = BAR; first > OFF; first--)
                if (may_step(p, first, large)) starts[count++] = first;
            take_back(p, then, small);
            for (int i = 0; i < count; i++)
                if (!may_play(p, starts[i], large, then, small) && !is_twin(p, starts[i], large, then, small))
                    plays[found++] = starts[i] | then << BITS;
        }
    for (int start = BAR; start > OFF && found == 0; start--)
        if (may_step(p, start, large)) {
            for (; start > OFF; start--)
                if (may_step(p, start, large)) plays[found++] = start;
            return;
        }
    if (found) return;
    for (int start = BAR; start > OFF; start--)
        if (may_step(p, start, small)) plays[found++] = start << BITS;
    if (!found) plays[found++] = 0;
}
static int list(position *p, int large, int small) {
    found = most = 0;
    if (large == small) doubles(p, large, 0, BAR, 0);
    else two_dice(p, large, small);
    return found;
}
static void move(position *p, int play, int large, int small) {
    int first = play & 31, then = play >> BITS & 31;
    if (first && p->own[first] == 0) step(p, then, small), step(p, first, large);
    else
        for (int i = 0; i < 4; i++)
            if (play >> BITS * i & 31) step(p, play >> BITS * i & 31, i == 1 ? small : large);
    for (int i = 0; i < 4; i++) {
        int start = play >> BITS * i & 31, end = start ? end_of(start, i == 1 ? small : large) : OFF;
        if (end != OFF && is_blot(p, end)) p->other[BAR - end] = 0, p->other[BAR]++;
    }
    position before = *p;
    memcpy(p->own, before.other, sizeof p->own);
    memcpy(p->other, before.own, sizeof p->other);
}
static inline int larger(const int *roll) { return roll[0] > roll[1] ? roll[0] : roll[1]; }
static inline int smaller(const int *roll) { return roll[0] < roll[1] ? roll[0] : roll[1]; }
/* Play random games, all rolls and all plays equally likely. Return the plays of all rolls of all their positions.
 * Both sides stand alike at the start, so it does not matter who has the larger die of the opening roll. */
int64_t plays_of_games(int64_t games, int64_t seed) {
    static const position START = {{[24] = 2, [13] = 5, [8] = 3, [6] = 5}, {[24] = 2, [13] = 5, [8] = 3, [6] = 5}};
    int64_t sum = 0;
    chance = seed;
    while (games--) {
        position p = START;
        for (int opening = 1; p.own[OFF] < CHECKERS && p.other[OFF] < CHECKERS; opening = 0) {
            int rolls[36][2], count = 0;
            for (int first = 1; first <= 6; first++)
                for (int second = 1; second <= (opening ? 6 : first); second++)
                    if (!opening || first != second) rolls[count][0] = first, rolls[count++][1] = second;
            for (int i = 0; i < count; i++) sum += list(&p, larger(rolls[i]), smaller(rolls[i]));
            int *roll = rolls[below(count)], large = larger(roll), small = smaller(roll);
            int number = list(&p, large, small);
            move(&p, plays[below(number)], large, small);
        }
    }
    return sum;
}
