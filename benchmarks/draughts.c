/* English draughts: perft with the same sets of cells as english_draughts.py; captures by plain recursion, as one writes
 * it in C. Built and called by limit.py. */

#include <stdint.h>

typedef uint64_t cells;
typedef struct { cells own, other, kings; int64_t quiet, second; } position;
#define BOARD 0x7FBFDFEFFULL
static inline int lowest(cells s) { return __builtin_ctzll(s); }
static inline int count(cells s) { return __builtin_popcountll(s); }
static const int STEPS[4] = {4, 5, -4, -5};
static const cells CROWN[2] = {0xFULL << 31, 0xF};
static inline cells stepped(cells c, int step) { return (step > 0 ? c << step : c >> -step) & BOARD; }
static inline cells going(const position *p, int step) { return (step > 0) == !p->second ? p->own : p->own & p->kings; }
static inline cells takers(const position *p, cells empty) {
    cells found = 0;
    for (int i = 0; i < 4; i++) found |= going(p, STEPS[i]) & stepped(stepped(empty, -STEPS[i]) & p->other, -STEPS[i]);
    return found;
}
static int jumps(const position *p, cells empty, int start, int cell, cells taken, int64_t *list, int first, int n) {
    int ends = 1;
    for (int i = 0; i < 4; i++) {
        int step = STEPS[i];
        if (!(1ULL << start & going(p, step))) continue;
        cells over = stepped(1ULL << cell, step) & p->other & ~taken;
        if (stepped(over, step) & (empty | 1ULL << start)) {
            n = jumps(p, empty, start, cell + 2 * step, taken | over, list, first, n);
            ends = 0;
        }
    }
    if (!ends) return n;
    int64_t move = start | (int64_t)cell << 6 | taken << 12;
    for (int i = first; i < n; i++)
        if (list[i] == move) return n; /* two ways around the same pieces are one move */
    list[n++] = move;
    return n;
}
static int moves(const position *p, int64_t *list) {
    if (p->quiet >= 80) return 0;
    int n = 0;
    cells empty = BOARD ^ (p->own | p->other), t = takers(p, empty);
    if (!t)
        for (int i = 0; i < 4; i++)
            for (cells left = going(p, STEPS[i]) & stepped(empty, -STEPS[i]); left; left &= left - 1)
                list[n++] = lowest(left) | (int64_t)(lowest(left) + STEPS[i]) << 6;
    for (; t; t &= t - 1) n = jumps(p, empty, lowest(t), lowest(t), 0, list, n, n);
    return n;
}
static int mobility(const position *p) {
    if (p->quiet >= 80) return 0;
    cells empty = BOARD ^ (p->own | p->other);
    if (takers(p, empty)) { int64_t list[128]; return moves(p, list); }
    int n = 0;
    for (int i = 0; i < 4; i++) n += count(going(p, STEPS[i]) & stepped(empty, -STEPS[i]));
    return n;
}
static inline void play(const position *p, int64_t move, position *q) {
    cells start = 1ULL << (move & 63), end = 1ULL << (move >> 6 & 63), taken = move >> 12;
    q->kings = p->kings & ~(start | taken);
    q->quiet = 0;
    if (p->kings & start) { q->kings |= end; q->quiet = taken ? 0 : p->quiet + 1; }
    else if (end & CROWN[p->second]) q->kings |= end;
    q->own = p->other & ~taken;
    q->other = (p->own & ~start) | end;
    q->second = 1 - p->second;
}
static int64_t perft(const position *p, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return mobility(p);
    int64_t list[128], sequences = 0;
    int n = moves(p, list);
    for (int i = 0; i < n; i++) {
        position q;
        play(p, list[i], &q);
        sequences += perft(&q, depth - 1);
    }
    return sequences;
}
int64_t perft_english_draughts(int64_t own, int64_t other, int64_t depth) {
    position p = {own, other, 0, 0, 0};
    return perft(&p, depth);
}
