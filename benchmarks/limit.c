/* The native limit: the same algorithms as the project's texts, counting the same, written once more in C.
 *
 * Built and called by limit.py. Values are those of the side to move; sets of cells are as in the games' files.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "random_numbers.h"

typedef int64_t number;
typedef uint64_t cells;

enum { VISITS, LEAVES, GUESSES, ALPHA_CUTOFFS, BETA_CUTOFFS, STOP, COUNTS };
number counts[COUNTS];

static inline number max(number a, number b) { return a > b ? a : b; }
static inline number min(number a, number b) { return a < b ? a : b; }
static inline int lowest(cells set) { return __builtin_ctzll(set); }
static inline int count(cells set) { return __builtin_popcountll(set); }

/* Tic-tac-toe: minimax */

static inline int has_line(cells marks) {
    return (marks & marks << 1 & marks << 2 & 0x124) || (marks & marks << 3 & marks << 6 & 0x1C0) ||
           (marks & marks << 4 & marks << 8 & 0x100) || (marks & marks << 2 & marks << 4 & 0x40);
}

number minimax(cells own, cells other) {
    counts[VISITS]++;
    if (counts[STOP]) return 0;
    int lost = has_line(other);
    if (lost || (own | other) == 0x1FF) {
        counts[LEAVES]++;
        return -lost;
    }
    number value = -2;
    for (cells empty = 0x1FF ^ (own | other); empty; empty &= empty - 1)
        value = max(value, -minimax(other, own | (empty & -empty)));
    return value;
}

/* Tic-tac-toe: minimax with all that plyground's text asks at each node: the setting, the tally with the best line of the
 * first plies, the limit of visits, and Python's limit of recursion. Lines are looked for by shifts to the right. */

enum { KEPT = 3, WIDTH = KEPT + 1, REPLY = 3, LEVELS = 1000 };
typedef struct { number horizon, unit, per_ply; } setting;
typedef struct { number *counts, *replies, *lines, replied, start; } tally;
typedef struct { number value; int failed; } answer;

static inline int has_row(cells marks) {
    return (marks & marks >> 1 & marks >> 2 & 0x49) || (marks & marks >> 3 & marks >> 6 & 0x7) ||
           (marks & marks >> 4 & marks >> 8 & 0x1) || (marks & marks >> 2 & marks >> 4 & 0x4);
}

__attribute__((noinline, cold)) static void keep(tally *told, number depth, number move, number reply, int improved) {
    if (improved) {
        number *here = told->lines + WIDTH * (depth - told->start), *below = here + WIDTH, length = *below;
        here[0] = length + 1;
        here[1] = move;
        for (number place = 1; place <= length; place++) here[1 + place] = below[place];
    }
    if (depth == 0) {
        number *next = told->replies + REPLY * told->replied++;
        next[0] = move;
        next[1] = reply;
        next[2] = told->counts[GUESSES];
    }
}

static answer minimax_from(cells own, cells other, number depth, number side, const setting *set, tally *told,
                           number levels) {
    if (levels < 1) return (answer){0, 1};
    number visit = ++told->counts[VISITS], last = told->counts[STOP];
    if (0 < last && last <= visit) return (answer){0, 2};
    int lost = has_row(other);
    if (lost || (own | other) == 0x1FF) {
        told->counts[LEAVES]++;
        if (depth < told->start + KEPT) told->lines[WIDTH * (depth - told->start)] = 0;
        return (answer){lost ? set->per_ply * depth - set->unit : 0, 0};
    }
    if (depth == set->horizon) {
        told->counts[LEAVES]++;
        told->counts[GUESSES]++;
        return (answer){0, 0};
    }
    number value = INT64_MIN / 8;
    for (cells empty = 0x1FF ^ (own | other); empty; empty &= empty - 1) {
        number move = lowest(empty);
        answer found = minimax_from(other, own | 1ULL << move, depth + 1, -side, set, told, levels - 1);
        if (found.failed) return found;
        if (depth < told->start + KEPT) keep(told, depth, move, -found.value, -found.value > value);
        value = max(value, -found.value);
    }
    return (answer){value, 0};
}

number minimax_text(number horizon) {
    number replies[9 * REPLY], lines[WIDTH * (KEPT + 1)] = {0};
    setting set = {horizon, 1, 0};
    tally told = {counts, replies, lines, 0, 0};
    return minimax_from(0, 0, 0, 1, &set, &told, LEVELS).value;
}

/* Connect Four: alpha-beta to a horizon, and perft */

#define TOPS 0x810204081020ULL
#define FULL 0xFDFBF7EFDFBFULL /* six cells of each of seven columns, the seventh bit empty */

static inline int four(cells stones, int step) {
    cells pairs = stones & stones << step;
    return (pairs & pairs << 2 * step) != 0;
}

static inline int has_four(cells stones) {
    return four(stones, 1) || four(stones, 7) || four(stones, 6) || four(stones, 8);
}

static inline cells drop(cells filled, int column) { return filled | (filled + (1ULL << 7 * column)); }

static inline int is_open(cells filled, int column) { return !(filled >> (7 * column + 5) & 1); }

number alphabeta(cells own, cells filled, number depth, number alpha, number beta, number side) {
    counts[VISITS]++;
    if (counts[STOP]) return 0;
    int lost = has_four(own ^ filled);
    if (lost || filled == FULL) {
        counts[LEAVES]++;
        return -lost;
    }
    if (depth == 0) {
        counts[LEAVES]++;
        counts[GUESSES]++;
        return 0;
    }
    number value = -2;
    for (int column = 0; column < 7; column++) {
        if (!is_open(filled, column)) continue;
        if (value >= beta) {
            counts[side > 0 ? BETA_CUTOFFS : ALPHA_CUTOFFS]++;
            break;
        }
        value = max(value, -alphabeta(own ^ filled, drop(filled, column), depth - 1, -beta, -max(alpha, value), -side));
    }
    return value;
}

number perft_connect_four(cells own, cells filled, number depth) {
    if (counts[STOP] || has_four(own ^ filled)) return 0;
    number sequences = 0;
    counts[VISITS] += filled != FULL;
    if (depth == 1) return count(~filled & TOPS);
    for (int column = 0; column < 7; column++)
        if (is_open(filled, column)) sequences += perft_connect_four(own ^ filled, drop(filled, column), depth - 1);
    return sequences;
}

/* Othello: perft */

#define INNER 0x7E7E7E7E7E7E7E7EULL

typedef cells lines __attribute__((vector_size(32))); /* the four directions side by side */

static const lines STEPS = {1, 7, 8, 9};

typedef struct {
    lines up, down;
} runs;

static inline runs runs_of(cells stones, cells other) {
    cells inner = other & INNER;
    lines over = {inner, inner, other, inner}, all = {stones, stones, stones, stones};
    runs run = {over & all << STEPS, over & all >> STEPS};
    for (int further = 0; further < 5; further++) {
        run.up |= over & run.up << STEPS;
        run.down |= over & run.down >> STEPS;
    }
    return run;
}

static inline cells together(lines each) { return each[0] | each[1] | each[2] | each[3]; }

static inline cells targets(cells own, cells other) {
    runs run = runs_of(own, other);
    return together(run.up << STEPS | run.down >> STEPS) & ~(own | other);
}

static inline cells enclosed(cells stone, cells own, cells other) {
    runs run = runs_of(stone, other);
    return together((run.up & ((run.up << STEPS & own) != 0)) | (run.down & ((run.down >> STEPS & own) != 0)));
}

number perft_othello(cells own, cells other, number depth) {
    if (counts[STOP]) return 0;
    cells left = targets(own, other);
    if (!left) {
        if (!targets(other, own)) return 1; /* a game that has ended counts */
        counts[VISITS]++;
        return depth == 1 ? 1 : perft_othello(other, own, depth - 1);
    }
    counts[VISITS]++;
    if (depth == 1) return count(left);
    number sequences = 0;
    for (; left; left &= left - 1) {
        cells stone = left & -left, turned = enclosed(stone, own, other);
        sequences += perft_othello(other ^ turned, own | turned | stone, depth - 1);
    }
    return sequences;
}

/* Connect Four: UCT, with the proofs of the project's text and its random numbers */

typedef struct {
    number visits, rewards, first, end;
    int8_t move, least, most;
} node;

static node *tree;
static number used;

static void expand(number parent, cells own, cells filled, number side) {
    tree[parent].first = used;
    for (int column = 0; column < 7; column++) {
        if (!is_open(filled, column)) continue;
        cells after = drop(filled, column);
        int won = has_four(own ^ filled ^ after), over = won || after == FULL;
        number value = side * won;
        tree[used++] = (node){.move = column, .least = over ? value : -1, .most = over ? value : 1};
    }
    tree[parent].end = used;
}

static void prove(const number *path, const number *sides, number depth) {
    for (; depth >= 0; depth--) {
        node *here = &tree[path[depth]];
        number side = sides[depth], least = -side, most = -side;
        for (number child = here->first; child < here->end; child++) {
            least = side * max(side * least, side * tree[child].least);
            most = side * max(side * most, side * tree[child].most);
        }
        if (least == here->least && most == here->most) return;
        here->least = least;
        here->most = most;
    }
}

static number favourite(const node *here, number side, double exploration) {
    number chosen = 0, sure = side * (side > 0 ? here->least : here->most);
    double greatest = -INFINITY, reach = exploration * sqrt(log(here->visits));
    for (number child = here->first; child < here->end; child++) {
        const node *it = &tree[child];
        if (side * (side > 0 ? it->most : it->least) <= sure) continue;
        if (!it->visits) return child;
        double bound = (side * it->rewards + reach * sqrt(it->visits)) / it->visits;
        if (bound > greatest) {
            greatest = bound;
            chosen = child;
        }
    }
    return chosen;
}

static number random_game(cells own, cells filled, number side) {
    for (;; side = -side) {
        int lost = has_four(own ^ filled);
        if (lost || filled == FULL) return -side * lost;
        int choices[7], open = 0;
        for (int column = 0; column < 7; column++)
            if (is_open(filled, column)) choices[open++] = column;
        cells after = drop(filled, choices[below(open)]);
        own ^= filled;
        filled = after;
        counts[VISITS]++;
    }
}

/* How many of `times` playouts were made before the root was solved; -1 without memory. */
number uct(number times, double exploration, number seed) {
    number path[43], sides[43], played = 0;
    if (!(tree = malloc((7 * times + 8) * sizeof(node)))) return -1;
    chance = seed;
    used = 1;
    tree[0] = (node){.least = -1, .most = 1};
    for (; played < times && tree[0].least != tree[0].most && !counts[STOP]; played++) {
        cells own = 0, filled = 0;
        number at = 0, side = 1, depth = 0;
        counts[VISITS]++;
        for (;; counts[VISITS]++) {
            node *here = &tree[at];
            here->visits++;
            path[depth] = at;
            sides[depth] = side;
            int over = filled == FULL || has_four(own ^ filled);
            if (!here->first && (here->visits > 1 || !at) && !over) {
                expand(at, own, filled, side);
                prove(path, sides, depth);
            }
            if (here->least == here->most || !here->first) break;
            at = favourite(here, side, exploration);
            cells after = drop(filled, tree[at].move);
            own ^= filled;
            filled = after;
            side = -side;
            depth++;
        }
        number result = tree[at].least == tree[at].most ? tree[at].least : random_game(own, filled, side);
        for (; depth >= 0; depth--) {
            node *here = &tree[path[depth]];
            result = max(here->least, min(here->most, result));
            here->rewards += result;
        }
    }
    free(tree);
    return played;
}
