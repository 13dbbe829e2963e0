/* The random numbers of plyground/core/random_numbers.py: SplitMix64. Each program has a stream of its own. */

#include <stdint.h>

static uint64_t chance; /* the state of the stream; set to a seed before the first draw */

static inline uint64_t draw(void) {
    uint64_t mixed = chance += 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBULL;
    return mixed ^ mixed >> 31;
}
static inline int below(int limit) { return (draw() >> 32) * limit >> 32; }
