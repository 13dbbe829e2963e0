/* Go: random games on 9 x 9 as fast programs play them. Chains, their pseudo-liberties, the neighbours of each point and a
 * list of empty points are kept up to date. The games have the rules of Light in go_rules.py, without answers to the last
 * stone. Built and called by limit.py. */

#include <stdint.h>

#include "random_numbers.h"

#define SIZE 9
#define WIDTH (SIZE + 1) /* a column of rim between two rows */
#define POINTS (WIDTH * (SIZE + 2) + 1)
enum { BLACK, WHITE, EMPTY, RIM };
#define STARS 16 /* a shift to the count of empty neighbours in NEAR; the rim counts as a stone of either side */
static const uint32_t UNIT[4] = {1, 1 << 8, 1 << STARS, 1 | 1 << 8};
static const int BESIDE[4] = {1, -1, WIDTH, -WIDTH};
static const int DIAGONAL[4] = {WIDTH + 1, WIDTH - 1, -WIDTH + 1, -WIDTH - 1};

static uint8_t board[POINTS];
static uint32_t near[POINTS];
static uint8_t chain[POINTS], next[POINTS], size[POINTS], empties[SIZE * SIZE], place[POINTS];
static int16_t liberties[POINTS]; /* of a chain: its empty neighbours, once for each of its stones beside them */
static int empty_count;
static inline int is_stone(int point) { return board[point] < EMPTY; }
static inline void change(int point, int before, int after) {
    board[point] = after;
    for (int i = 0; i < 4; i++) near[point + BESIDE[i]] += UNIT[after] - UNIT[before];
}
static inline void exchange(int one, int two) {
    int a = empties[one], b = empties[two];
    empties[one] = b, place[b] = one;
    empties[two] = a, place[a] = two;
}
static void clear(void) {
    empty_count = 0;
    for (int point = 0; point < POINTS; point++) {
        int row = point / WIDTH, column = point % WIDTH;
        board[point] = row < 1 || row > SIZE || column < 1 ? RIM : EMPTY;
        if (board[point] == EMPTY) place[point] = empty_count, empties[empty_count++] = point;
    }
    for (int i = 0; i < empty_count; i++) {
        near[empties[i]] = 0;
        for (int k = 0; k < 4; k++) near[empties[i]] += UNIT[board[empties[i] + BESIDE[k]]];
    }
}
static inline int is_eye(int point, int side) {
    if ((near[point] >> 8 * side & 0xFF) != 4) return 0;
    int others = 0, rim = 0;
    for (int i = 0; i < 4; i++) {
        others += board[point + DIAGONAL[i]] == 1 - side;
        rim |= board[point + DIAGONAL[i]] == RIM;
    }
    return others + rim < 2 || others == 0;
}
static inline int is_legal(int point, int side, int ko) {
    if (near[point] >> STARS) return 1;
    if (point == ko) return 0;
    int found = 0;
    for (int i = 0; i < 4; i++)
        if (is_stone(point + BESIDE[i])) liberties[chain[point + BESIDE[i]]]--;
    for (int i = 0; i < 4; i++)
        if (is_stone(point + BESIDE[i]))
            found |= (liberties[chain[point + BESIDE[i]]] > 0) == (board[point + BESIDE[i]] == side);
    for (int i = 0; i < 4; i++)
        if (is_stone(point + BESIDE[i])) liberties[chain[point + BESIDE[i]]]++;
    return found;
}
static void capture(int head, int side) {
    int point = head;
    do {
        change(point, side, EMPTY);
        place[point] = empty_count, empties[empty_count++] = point;
        for (int i = 0; i < 4; i++)
            if (is_stone(point + BESIDE[i])) liberties[chain[point + BESIDE[i]]]++;
        point = next[point];
    } while (point != head);
}
static inline void join(int one, int two) {
    if (size[one] < size[two]) { int swapped = one; one = two; two = swapped; }
    int point = two;
    do chain[point] = one; while ((point = next[point]) != two);
    size[one] += size[two];
    liberties[one] += liberties[two];
    int after = next[one];
    next[one] = next[two], next[two] = after;
}
/* Return the point that must not be taken back at once; 0 for none. */
static inline int put(int point, int side) {
    int other = 1 - side, is_alone = (near[point] >> 8 * other & 0xFF) == 4, taken = 0, ko = 0;
    exchange(place[point], --empty_count);
    change(point, EMPTY, side);
    chain[point] = next[point] = point, size[point] = 1, liberties[point] = near[point] >> STARS;
    for (int i = 0; i < 4; i++)
        if (is_stone(point + BESIDE[i])) liberties[chain[point + BESIDE[i]]]--;
    for (int i = 0; i < 4; i++) {
        int beside = point + BESIDE[i];
        if (board[beside] == side && chain[beside] != chain[point]) join(chain[point], chain[beside]);
    }
    for (int i = 0; i < 4; i++) {
        int beside = point + BESIDE[i];
        if (board[beside] == other && liberties[chain[beside]] == 0) {
            ko = beside;
            taken += size[chain[beside]];
            capture(chain[beside], other);
        }
    }
    return is_alone && taken == 1 ? ko : 0;
}
/* Return the area of Black minus that of White. */
static int lead(void) {
    int found = 0, stack[SIZE * SIZE];
    uint8_t seen[POINTS] = {0};
    for (int point = WIDTH; point < POINTS - WIDTH; point++) {
        if (is_stone(point)) found += board[point] == BLACK ? 1 : -1;
        if (board[point] != EMPTY || seen[point]) continue;
        int borders = 0, reached = 1;
        stack[0] = point, seen[point] = 1;
        for (int i = 0; i < reached; i++)
            for (int k = 0; k < 4; k++) {
                int beside = stack[i] + BESIDE[k];
                if (board[beside] < EMPTY) borders |= 1 << board[beside];
                else if (board[beside] == EMPTY && !seen[beside]) seen[beside] = 1, stack[reached++] = beside;
            }
        found += borders == 1 << BLACK ? reached : borders == 1 << WHITE ? -reached : 0;
    }
    return found;
}
/* Play random games. Return their moves, with passes; ``won`` counts the games that Black wins. */
int64_t won;
int64_t light_games(int64_t games, int64_t longest, int64_t half_komi, int64_t seed) {
    int64_t plies = 0;
    won = 0;
    chance = seed;
    while (games--) {
        clear();
        int side = BLACK, ko = 0, passes = 0;
        for (int64_t left = longest; left > 0 && passes < 2; left--, plies++, side = 1 - side) {
            int choices = empty_count, chosen = 0;
            while (choices && !chosen) {
                int number = below(choices), point = empties[number];
                if (!is_eye(point, side) && is_legal(point, side, ko)) chosen = point;
                else exchange(number, --choices);
            }
            passes = chosen ? 0 : passes + 1;
            ko = chosen ? put(chosen, side) : 0;
        }
        won += 2 * lead() > half_komi;
    }
    return plies;
}
