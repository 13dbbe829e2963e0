/* Chess and Chess960: perft of the same design as chess_rules.py, as one would write it in C: positions by pointer, a move
 * list on the stack, the last moves only counted. Built and called by limit.py. */

#include <stdint.h>

typedef uint64_t cells;
typedef struct {
    cells own, other, pawns, knights, diagonals, straights, kings, castling, passant;
    int64_t quiet, second;
} position;
typedef struct { int king; cells escapes, allowed, pinned; } outlook;

#define ENDS 0xFF000000000000FFULL
static inline int lowest(cells s) { return __builtin_ctzll(s); }
static inline int highest(cells s) { return 63 - __builtin_clzll(s); }
static inline int count(cells s) { return __builtin_popcountll(s); }

/* Tables, by 64 times a line or a cell and a cell; lines are rank, file, diagonal upwards, diagonal downwards. */

static cells ABOVE[256], BELOW[256], LINE[256], KNIGHT[64], KING[64], PAWN[128], BETWEEN[4096], THROUGH[4096];
static const int WAYS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static cells reached(int cell, int files, int ranks, int far) {
    cells found = 0;
    for (int f = cell % 8 + files, r = cell / 8 + ranks; f >= 0 && f < 8 && r >= 0 && r < 8; f += files, r += ranks) {
        found |= 1ULL << (8 * r + f);
        if (!far) break;
    }
    return found;
}
static void fill_tables(void) {
    for (int cell = 0; cell < 64; cell++) {
        for (int line = 0; line < 4; line++) {
            int files = WAYS[line][0], ranks = WAYS[line][1];
            ABOVE[64 * line + cell] = reached(cell, files, ranks, 1);
            BELOW[64 * line + cell] = reached(cell, -files, -ranks, 1);
            LINE[64 * line + cell] = ABOVE[64 * line + cell] | BELOW[64 * line + cell];
            KING[cell] |= reached(cell, files, ranks, 0) | reached(cell, -files, -ranks, 0);
        }
        for (int files = -2; files <= 2; files++)
            for (int ranks = -2; ranks <= 2; ranks++)
                if (files * files + ranks * ranks == 5) KNIGHT[cell] |= reached(cell, files, ranks, 0);
        for (int second = 0; second < 2; second++)
            PAWN[64 * second + cell] = reached(cell, -1, second ? -1 : 1, 0) | reached(cell, 1, second ? -1 : 1, 0);
    }
    for (int one = 0; one < 64; one++)
        for (int two = 0; two < 64; two++)
            for (int line = 0; line < 4; line++)
                if (LINE[64 * line + one] >> two & 1) {
                    int low = one < two ? one : two, high = one < two ? two : one;
                    THROUGH[64 * one + two] = LINE[64 * line + one] | 1ULL << one;
                    BETWEEN[64 * one + two] = LINE[64 * line + one] & ((1ULL << high) - (2ULL << low));
                }
}

/* Rules */

static inline cells along(int line, int cell, cells filled) {
    cells below = BELOW[64 * line + cell] & filled, above = ABOVE[64 * line + cell] & filled;
    return LINE[64 * line + cell] & (2 * (above & -above) - (1ULL << highest(below | 1)));
}
static inline cells straight(int cell, cells filled) { return along(0, cell, filled) | along(1, cell, filled); }
static inline cells diagonal(int cell, cells filled) { return along(2, cell, filled) | along(3, cell, filled); }
static inline cells pawns_see(cells pawns, int second) {
    cells beside = (pawns & 0xFEFEFEFEFEFEFEFEULL) >> 1 | (pawns & 0x7F7F7F7F7F7F7F7FULL) << 1;
    return second ? beside >> 8 : beside << 8;
}
static inline cells back(cells cell, int second) { return second ? cell << 8 : cell >> 8; }

static inline int is_drawn(const position *p) {
    if (p->quiet >= 100) return 1;
    if (p->pawns | p->straights) return 0;
    cells dark = p->diagonals & 0xAA55AA55AA55AA55ULL;
    return (!p->knights && (!dark || dark == p->diagonals)) || count(p->knights | p->diagonals) == 1;
}
static inline cells attackers(const position *p, int cell, cells filled) {
    return ((PAWN[64 * p->second + cell] & p->pawns) | (KNIGHT[cell] & p->knights) | (KING[cell] & p->kings) |
            (straight(cell, filled) & p->straights) | (diagonal(cell, filled) & p->diagonals)) & p->other;
}
static inline cells danger(const position *p) {
    cells filled = (p->own | p->other) & ~(p->own & p->kings), left;
    cells found = pawns_see(p->other & p->pawns, 1 - p->second) | KING[lowest(p->other & p->kings)];
    for (left = p->other & p->knights; left; left &= left - 1) found |= KNIGHT[lowest(left)];
    for (left = p->other & p->diagonals; left; left &= left - 1) found |= diagonal(lowest(left), filled);
    for (left = p->other & p->straights; left; left &= left - 1) found |= straight(lowest(left), filled);
    return found;
}
static inline outlook look_out(const position *p) {
    outlook o = {.king = lowest(p->own & p->kings), .allowed = ~p->own};
    cells filled = p->own | p->other, bad = danger(p);
    o.escapes = KING[o.king] & ~p->own & ~bad;
    cells checks = ((PAWN[64 * p->second + o.king] & p->pawns) | (KNIGHT[o.king] & p->knights)) & p->other;
    cells snipers = ((straight(o.king, p->other) & p->straights) | (diagonal(o.king, p->other) & p->diagonals)) & p->other;
    for (; snipers; snipers &= snipers - 1) {
        cells guards = BETWEEN[64 * o.king + lowest(snipers)] & p->own;
        if (!guards) checks |= snipers & -snipers;
        else if (!(guards & (guards - 1))) o.pinned |= guards;
    }
    if (!checks) {
        for (cells rooks = p->castling & p->own; rooks; rooks &= rooks - 1) {
            int rook = lowest(rooks), base = p->second ? 56 : 0;
            int king_end = base + (rook > o.king ? 6 : 2), rook_end = base + (rook > o.king ? 5 : 3);
            cells king_way = BETWEEN[64 * o.king + king_end] | 1ULL << king_end;
            cells ways = king_way | BETWEEN[64 * rook + rook_end] | 1ULL << rook_end;
            cells others = filled & ~(1ULL << o.king | 1ULL << rook);
            if (!(ways & others) && !(king_way & bad) && !(along(0, king_end, others) & p->straights & p->other))
                o.escapes |= 1ULL << rook;
        }
        return o;
    }
    o.allowed = checks & (checks - 1) ? 0 : checks | BETWEEN[64 * o.king + lowest(checks)];
    return o;
}
static inline cells reach(const position *p, int cell, const outlook *o) {
    cells piece = 1ULL << cell, filled = p->own | p->other, found = 0;
    if (p->pawns & piece) {
        cells ahead = back(piece, !p->second) & ~filled;
        if (ahead && piece & 0x00FF00000000FF00ULL) ahead |= back(ahead, !p->second) & ~filled & 0xFFFF000000ULL;
        cells takes = PAWN[64 * p->second + cell];
        found = (ahead | (takes & p->other)) & o->allowed;
        if (takes & p->passant) {
            cells taken = back(p->passant, p->second);
            if (!(attackers(p, o->king, filled ^ (piece | taken | p->passant)) & ~taken)) found |= p->passant;
        }
    } else if (p->knights & piece) {
        found = KNIGHT[cell] & o->allowed;
    } else {
        if (p->diagonals & piece) found = diagonal(cell, filled);
        if (p->straights & piece) found |= straight(cell, filled);
        found &= o->allowed & ~p->own;
    }
    return o->pinned & piece ? found & THROUGH[64 * o->king + cell] : found;
}
static int moves(const position *p, int *list) {
    if (is_drawn(p)) return 0;
    int n = 0;
    outlook o = look_out(p);
    for (cells e = o.escapes; e; e &= e - 1) list[n++] = o.king | lowest(e) << 6;
    for (cells pieces = p->own & ~p->kings; pieces; pieces &= pieces - 1) {
        int cell = lowest(pieces);
        cells r = reach(p, cell, &o);
        if (r & ENDS && p->pawns >> cell & 1)
            for (; r; r &= r - 1)
                for (int piece = 4; piece; piece--) list[n++] = cell | lowest(r) << 6 | piece << 12;
        for (; r; r &= r - 1) list[n++] = cell | lowest(r) << 6;
    }
    return n;
}
static int mobility(const position *p) {
    if (is_drawn(p)) return 0;
    outlook o = look_out(p);
    int n = count(o.escapes);
    for (cells pieces = p->own & ~p->kings; pieces; pieces &= pieces - 1) {
        int cell = lowest(pieces);
        cells r = reach(p, cell, &o);
        n += r & ENDS && p->pawns >> cell & 1 ? 4 * count(r) : count(r);
    }
    return n;
}
static inline cells carried(cells set, cells start, cells end) {
    cells left = set & ~(start | end);
    return set & start ? left | end : left;
}
static void castle(const position *p, cells king, cells rook, position *q) {
    int base = p->second ? 56 : 0;
    cells king_end = 1ULL << (base + (rook > king ? 6 : 2)), rook_end = 1ULL << (base + (rook > king ? 5 : 3));
    *q = *p;
    q->own = p->other;
    q->other = (p->own & ~(king | rook)) | king_end | rook_end;
    q->straights = (p->straights & ~rook) | rook_end;
    q->kings = (p->kings ^ king) | king_end;
    q->castling &= ~(p->second ? 0xFFULL << 56 : 0xFFULL);
    q->passant = 0;
    q->quiet++;
    q->second = 1 - p->second;
}
static void play(const position *p, int move, position *q) {
    cells start = 1ULL << (move & 63), end = 1ULL << (move >> 6 & 63);
    int piece = move >> 12;
    if (p->own & end) {
        castle(p, start, end, q);
        return;
    }
    cells own = p->own ^ (start | end), other = p->other & ~end;
    q->pawns = carried(p->pawns, start, end);
    q->knights = carried(p->knights, start, end);
    q->diagonals = carried(p->diagonals, start, end);
    q->straights = carried(p->straights, start, end);
    q->kings = carried(p->kings, start, end);
    q->castling = p->castling & ~(start | end);
    q->passant = 0;
    q->quiet = p->other & end ? 0 : p->quiet + 1;
    if (p->pawns & start) {
        q->quiet = 0;
        if (end == p->passant) {
            cells taken = back(end, p->second);
            other ^= taken;
            q->pawns ^= taken;
        } else if (piece) {
            q->pawns ^= end;
            if (piece == 1) q->knights |= end;
            if (piece == 2 || piece == 4) q->diagonals |= end;
            if (piece == 3 || piece == 4) q->straights |= end;
        } else if (end == start << 16 || start == end << 16) {
            cells skipped = back(end, p->second);
            if (pawns_see(skipped, p->second) & other & q->pawns) q->passant = skipped;
        }
    } else if (p->kings & start) {
        q->castling &= ~(p->second ? 0xFFULL << 56 : 0xFFULL);
    }
    q->own = other;
    q->other = own;
    q->second = 1 - p->second;
}
static int64_t perft(const position *p, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return mobility(p);
    int list[256], n = moves(p, list);
    int64_t sequences = 0;
    for (int i = 0; i < n; i++) {
        position q;
        play(p, list[i], &q);
        sequences += perft(&q, depth - 1);
    }
    return sequences;
}
int64_t perft_chess(int64_t own, int64_t other, int64_t pawns, int64_t knights, int64_t diagonals, int64_t straights,
                    int64_t kings, int64_t castling, int64_t passant, int64_t quiet, int64_t black, int64_t depth) {
    position p = {own, other, pawns, knights, diagonals, straights, kings, castling, passant, quiet, black};
    if (!THROUGH[1]) fill_tables();
    return perft(&p, depth);
}
