/* Train the network of games/backgammon/backgammon_network.py: it plays with itself and learns by temporal differences.
 *
 *     cc -O3 -march=native -ffast-math -o train tools/backgammon_network.c -lm && ./train 250000 2 FILE.bin
 *
 * Arguments: the number of games, a seed of the dice, the file to write. The step falls from 0.03 to 0.002.
 * G. Tesauro (1995), Temporal difference learning and TD-Gammon, Communications of the ACM 38(3).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OFF = 0, BAR = 25, POINTS = 26, CHECKERS = 15, HOME = 6, FACES = 6, MAX_PLAYS = 4096, SLOTS = 8192 };
enum { HIDDEN = 40, OUTPUTS = 3, LEVELS = 4, BAR_INPUT = LEVELS * 24, SIDE_INPUTS = BAR_INPUT + 3, INPUTS = 2 * SIDE_INPUTS + 1 };
enum { WIN, GAMMON, LOST_GAMMON, UNIT = 4096 };
static const double FIRST_STEP = 0.03, LAST_STEP = 0.002;

typedef struct { int8_t own[POINTS], other[POINTS]; } Board; /* own is the side to roll, each side by its own points */
typedef struct { float hidden[INPUTS][HIDDEN], output[OUTPUTS][HIDDEN], bias[OUTPUTS]; } Network;
typedef struct { int count, place[INPUTS]; float value[INPUTS]; } Inputs; /* those that are not 0 */

static Network networks[2]; /* in contact, in a race */

/* Random numbers: xorshift64. */
static uint64_t state;
static uint32_t random32(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> 32;
}
static int roll(void) { return 1 + random32() % FACES; }

/* Inputs */

static int last_point(const int8_t *row) {
    int point = BAR;
    while (point > OFF && !row[point]) point--;
    return point;
}
static int in_contact(const Board *board) { return last_point(board->own) + last_point(board->other) > BAR; }
static int is_open(const int8_t *other, int point) { return other[BAR - point] < 2; }

/* Return how many of 36 rolls hit a blot of the other side, as if no checker had to enter from the bar first. */
static int shots(const int8_t *own, const int8_t *other) {
    int hits[FACES + 1][FACES + 1] = {0}, count = 0;
    for (int blot = 1; blot < BAR; blot++) {
        if (other[blot] != 1) continue;
        for (int start = BAR - blot + 1; start <= BAR; start++) {
            int distance = start - (BAR - blot);
            if (!own[start]) continue;
            for (int die = 1; die <= FACES; die++) {
                int rest = distance - die, steps = distance / die, free = 1;
                if (distance <= FACES) hits[distance][die] = hits[die][distance] = 1;
                if (rest > 0 && rest <= FACES && rest != die && (is_open(other, start - die) || is_open(other, start - rest)))
                    hits[die][rest] = hits[rest][die] = 1;
                if (steps * die != distance || steps < 2 || steps > 4) continue;
                for (int step = 1; step < steps; step++) free = free && is_open(other, start - step * die);
                if (free) hits[die][die] = 1;
            }
        }
    }
    for (int first = 1; first <= FACES; first++)
        for (int second = 1; second <= FACES; second++) count += hits[first][second];
    return count;
}

static void add(Inputs *inputs, int place, float value) {
    inputs->place[inputs->count] = place;
    inputs->value[inputs->count++] = value;
}
static void add_side(Inputs *inputs, const int8_t *row, int base, int danger) {
    for (int point = 1; point < BAR; point++) {
        int place = base + (point - 1) * LEVELS, checkers = row[point];
        for (int level = 0; level < LEVELS - 1 && level < checkers; level++) add(inputs, place + level, 1);
        if (checkers >= LEVELS) add(inputs, place + LEVELS - 1, (checkers - LEVELS + 1) * 0.5f);
    }
    if (row[BAR]) add(inputs, base + BAR_INPUT, row[BAR] * 0.5f);
    if (row[OFF]) add(inputs, base + BAR_INPUT + 1, row[OFF] / 15.0f);
    if (danger) add(inputs, base + BAR_INPUT + 2, danger / 36.0f);
}
static Network *network_of(const Board *board, Inputs *inputs) {
    int contact = in_contact(board);
    inputs->count = 0;
    add_side(inputs, board->own, 0, contact ? shots(board->other, board->own) : 0);
    add_side(inputs, board->other, SIDE_INPUTS, contact ? shots(board->own, board->other) : 0);
    add(inputs, INPUTS - 1, 1);
    return &networks[!contact];
}

/* Estimates */

static float squashed(float value) { return value / (1 + fabsf(value)); }
static float slope(float value) { return 1 / ((1 + fabsf(value)) * (1 + fabsf(value))); }

static void forward(const Network *network, const Inputs *inputs, float *sums, float *totals) {
    memset(sums, 0, HIDDEN * sizeof *sums);
    for (int place = 0; place < inputs->count; place++) {
        const float *weights = network->hidden[inputs->place[place]], value = inputs->value[place];
        for (int unit = 0; unit < HIDDEN; unit++) sums[unit] += value * weights[unit];
    }
    for (int output = 0; output < OUTPUTS; output++) {
        totals[output] = network->bias[output];
        for (int unit = 0; unit < HIDDEN; unit++) totals[output] += network->output[output][unit] * squashed(sums[unit]);
    }
}

/* Set the result of a finished game for the side to roll; return 0 for a game that goes on. */
static int is_over(const Board *board, float *values) {
    int won = board->own[OFF] == CHECKERS;
    if (!won && board->other[OFF] < CHECKERS) return 0;
    values[WIN] = won, values[GAMMON] = values[LOST_GAMMON] = 0;
    if (!(won ? board->other : board->own)[OFF]) values[won ? GAMMON : LOST_GAMMON] = 1;
    return 1;
}
static void estimate(const Board *board, float *values) {
    Inputs inputs;
    float sums[HIDDEN], totals[OUTPUTS];
    if (is_over(board, values)) return;
    forward(network_of(board, &inputs), &inputs, sums, totals);
    for (int output = 0; output < OUTPUTS; output++) values[output] = 0.5f + 0.5f * squashed(totals[output]);
    if (board->other[OFF]) values[GAMMON] = 0;
    if (board->own[OFF]) values[LOST_GAMMON] = 0;
}
static float equity(const float *values) { return 2 * values[WIN] - 1 + values[GAMMON] - values[LOST_GAMMON]; }

/* Move the estimate of a position towards other values. */
static void learn(const Board *board, const float *wanted, float step) {
    Inputs inputs;
    float sums[HIDDEN], totals[OUTPUTS], back[HIDDEN] = {0};
    Network *network = network_of(board, &inputs);
    forward(network, &inputs, sums, totals);
    for (int output = 0; output < OUTPUTS; output++) {
        if ((output == GAMMON && board->other[OFF]) || (output == LOST_GAMMON && board->own[OFF])) continue;
        float change = 2 * step * (wanted[output] - 0.5f - 0.5f * squashed(totals[output])) * slope(totals[output]);
        for (int unit = 0; unit < HIDDEN; unit++) {
            back[unit] += change * network->output[output][unit];
            network->output[output][unit] += change * squashed(sums[unit]);
        }
        network->bias[output] += change;
    }
    for (int unit = 0; unit < HIDDEN; unit++) back[unit] *= slope(sums[unit]);
    for (int place = 0; place < inputs.count; place++) {
        float *weights = network->hidden[inputs.place[place]], value = inputs.value[place];
        for (int unit = 0; unit < HIDDEN; unit++) weights[unit] += value * back[unit];
    }
}

/* Plays: the boards after each, without repetition, from the view of the side that played. */

static Board plays[MAX_PLAYS];
static int count, most_dice, first_die, slot_round, slot_rounds[SLOTS];
static uint64_t slots[SLOTS];

static int is_new(const Board *board) {
    uint64_t key = 0;
    for (size_t byte = 0; byte < sizeof *board; byte += 4) {
        uint32_t word;
        memcpy(&word, (const char *)board + byte, 4);
        key = (key ^ word) * 0x9E3779B97F4A7C15ull, key ^= key >> 29;
    }
    int slot = key % SLOTS;
    while (slot_rounds[slot] == slot_round && slots[slot] != key) slot = (slot + 1) % SLOTS;
    if (slot_rounds[slot] == slot_round) return 0;
    slot_rounds[slot] = slot_round, slots[slot] = key;
    return 1;
}
static int may_step(const Board *board, int start, int die) {
    if (!board->own[start] || (board->own[BAR] && start != BAR)) return 0;
    if (start > die) return is_open(board->other, start - die);
    for (int point = (start == die && start < HOME ? HOME : start) + 1; point <= BAR; point++)
        if (board->own[point]) return 0;
    return 1;
}
static void play(const Board *board, const int *dice, int left, int used, int first, int highest) {
    int stepped = 0;
    for (int start = highest; left && start > OFF; start--) {
        if (!may_step(board, start, dice[0])) continue;
        Board after = *board;
        int end = start > dice[0] ? start - dice[0] : OFF, doubles = left > 1 && dice[0] == dice[1];
        after.own[start]--, after.own[end]++, stepped = 1;
        if (end != OFF && after.other[BAR - end] == 1) after.other[BAR - end] = 0, after.other[BAR]++;
        play(&after, dice + 1, left - 1, used + 1, first ? first : dice[0], doubles ? start : BAR);
    }
    if (stepped || used < most_dice || (used == most_dice && used == 1 && first < first_die)) return;
    if (used > most_dice || (used == 1 && first > first_die)) count = 0, slot_round++, most_dice = used, first_die = first;
    if (count < MAX_PLAYS && is_new(board)) plays[count++] = *board;
}
static void find_plays(const Board *board, int large, int small) {
    int doubles[] = {large, large, large, large}, there[] = {large, small}, back[] = {small, large};
    count = first_die = 0, most_dice = -1, slot_round++;
    if (large == small) play(board, doubles, 4, 0, 0, BAR);
    else play(board, there, 2, 0, 0, BAR), play(board, back, 2, 0, 0, BAR);
}
static Board turned(const Board *board) {
    Board other;
    memcpy(other.own, board->other, sizeof other.own), memcpy(other.other, board->own, sizeof other.other);
    return other;
}

static void play_game(float step) {
    Board board, before;
    int large = roll(), small = roll(), is_first = 1;
    while (large == small) large = roll(), small = roll();
    memset(&board, 0, sizeof board);
    board.own[24] = 2, board.own[13] = 5, board.own[8] = 3, board.own[6] = 5;
    memcpy(board.other, board.own, sizeof board.own);
    for (;;) {
        float best = -9, values[OUTPUTS], chosen[OUTPUTS] = {0};
        Board after = board;
        find_plays(&board, large, small);
        for (int number = 0; number < count; number++) {
            Board theirs = turned(&plays[number]);
            estimate(&theirs, values);
            if (-equity(values) > best) best = -equity(values), after = theirs, memcpy(chosen, values, sizeof chosen);
        }
        float wanted[] = {1 - chosen[WIN], chosen[LOST_GAMMON], chosen[GAMMON]};
        if (!is_first) learn(&before, wanted, step);
        if (is_over(&after, values)) return;
        before = board = after, is_first = 0, large = roll(), small = roll();
    }
}

/* Write the weights as whole numbers of 32 bits, the lowest byte first: what the inputs are scaled by is multiplied in. */
static void write_weight(FILE *file, double weight) {
    int32_t whole = lround(weight * UNIT);
    for (int byte = 0; byte < 4; byte++) putc((uint32_t)whole >> 8 * byte & 255, file);
}
static double scale_of(int input) {
    int place = input % SIDE_INPUTS;
    if (input == INPUTS - 1) return 1;
    if (place < BAR_INPUT) return place % LEVELS == LEVELS - 1 ? 0.5 : 1;
    return place == BAR_INPUT ? 0.5 : place == BAR_INPUT + 1 ? 1 / 15.0 : 1 / 36.0;
}
static void write_networks(FILE *file) {
    for (const Network *network = networks; network < networks + 2; network++) {
        for (int unit = 0; unit < HIDDEN; unit++)
            for (int input = 0; input < INPUTS; input++) write_weight(file, network->hidden[input][unit] * scale_of(input));
        for (int output = 0; output < OUTPUTS; output++)
            for (int unit = 0; unit < HIDDEN; unit++) write_weight(file, network->output[output][unit]);
        for (int output = 0; output < OUTPUTS; output++) write_weight(file, network->bias[output]);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: train GAMES SEED FILE\n"), 2;
    int games = atoi(argv[1]);
    float *weights = (float *)networks;
    size_t count_of_weights = sizeof networks / sizeof networks[0] * (sizeof networks[0] / sizeof *weights);
    state = 88172645463325252ull ^ (uint64_t)atoi(argv[2]) * 7919;
    for (size_t place = 0; place < count_of_weights; place++)
        weights[place] = ((random32() & 0xFFFF) / 65536.0f - 0.5f) * 0.2f;
    for (int game = 0; game < games; game++) play_game(FIRST_STEP * pow(LAST_STEP / FIRST_STEP, (double)game / games));
    FILE *file = fopen(argv[3], "wb");
    if (!file) return perror(argv[3]), 1;
    write_networks(file);
    return fclose(file) != 0;
}
