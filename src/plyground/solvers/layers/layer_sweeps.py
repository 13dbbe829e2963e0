"""The inner loops of solving by layers: plain texts that run compiled.

The positions of a layer are its *keys* (``rank``) in rising order. A key has a *block*, its upper bits, and some lower
bytes, as many as make the layer's file smallest (:func:`low_bytes`). For a finished layer ``starts[block]`` is the place
of the first key of a block, and ``lows`` has the lower bytes of each key. A key is found by bisection within its block.

A *value* is the utility for the side to move, in two bits (:data:`TWO_BITS`) if it is −1, 0 or 1, else in a byte.
"""

from __future__ import annotations

from typing import Any

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX_CHOICES
from plyground.solvers.layers.section_file import Words

SHARD_BITS = 16
"""Lower bits of a key that do not matter for its shard."""
MAX_LOW_BYTES = 7
"""Most lower bytes of a key: more would not fit into a word with a sign."""
WORD_BYTES = 8
DIGIT_BITS = 11
"""Most bits of a digit of the radix sort (D. E. Knuth, The Art of Computer Programming 3, 5.2.5)."""
CHOICES = 64
"""Remembered places of children: one for each number of a move modulo this constant."""
MAX_LAYERS = 4096
WRONG, NEXT = MAX_LAYERS, MAX_LAYERS + 1
"""Places after the layers in a row of counts: children in wrong layers, and the next position to visit."""

UNKNOWN = -128
"""Value that is not decided yet."""
TWO_BITS = 2
OPEN, WAITING, SETTLED = 0, 1, 2
"""States of a position that is judged: all children seen so far have values, a child has none yet, decided."""


def low_bytes(number: int, numbers: int) -> int:
    """Return the lower bytes of a key in a layer with this ``number`` of keys, all below ``numbers``.

    ``starts`` and ``lows`` take the fewest bytes then: at most 7 bytes for each key, and 520 more.
    """
    return min(range(1, MAX_LOW_BYTES + 1), key=lambda width: key_bytes(number, numbers, width))


def key_bytes(number: int, numbers: int, width: int) -> int:
    """Return the bytes of ``starts`` and ``lows`` with this ``width`` of the lower bytes."""
    return WORD_BYTES * (block_count(numbers, width) + 1) + width * number


def block_count(numbers: int, width: int) -> int:
    """Return the number of blocks of keys below ``numbers``."""
    return (numbers - 1 >> 8 * width) + 1


@helper
def low_at(lows: Words, width: int, place: int) -> int:
    """Return the lower bytes of the key at a place."""
    low = 0
    for byte in range(width * place, width * place + width):
        low = low << 8 | lows[byte] & 255
    return low


@helper
def signed(byte: int) -> int:
    """Return a byte as a number from −128 to 127."""
    return byte - 256 if byte > 127 else byte


@helper
def place_near(key: int, starts: Words, lows: Words, width: int, near: int) -> int:
    """Return the place of a key in its layer; −1 if it is not there. The search is quick if the key lies near the place
    ``near``: from there its steps double until they have passed the key (J. L. Bentley and A. C. Yao 1976, An almost
    optimal algorithm for unbounded searching).
    """
    block, low = key >> 8 * width, key & (1 << 8 * width) - 1
    first, last = starts[block], starts[block + 1]
    end = last
    if first <= near < last:
        step = 1
        if low_at(lows, width, near) < low:
            first = near + 1
            while near + step < last and low_at(lows, width, near + step) < low:
                first = near + step + 1
                step *= 2
            last = min(last, near + step)
        else:
            last = near
            while near - step >= first and low_at(lows, width, near - step) >= low:
                last = near - step
                step *= 2
            first = max(first, near - step + 1)
    while first < last:
        middle = (first + last) >> 1
        if low_at(lows, width, middle) < low:
            first = middle + 1
        else:
            last = middle
    if first < end and low_at(lows, width, first) == low:
        return first
    return -1


@helper
def place_of(key: int, starts: Words, lows: Words, width: int) -> int:
    """Return the place of a key in its layer; −1 if it is not there."""
    return place_near(key, starts, lows, width, -1)


@helper
def block_at(starts: Words, blocks: int, place: int) -> int:
    """Return the block of the key at a place."""
    first, last = 0, blocks - 1
    while first < last:
        middle = (first + last + 1) >> 1
        if starts[middle] <= place:
            first = middle
        else:
            last = middle - 1
    return first


@helper
def value_at(values: Words, place: int, bits: int) -> int:
    """Return the value at a place."""
    if bits == TWO_BITS:
        code = values[place >> 2] >> 2 * (place & 3) & 3
        return code - 2 if code else UNKNOWN
    return values[place]


# Forwards: keys


def put_children(
    position: Any, keys: Words, layer: int, target: int, counts: Words, found: Words, room: int, first: int, last: int
) -> int:
    """Put into ``found`` the keys of children in the layer ``target``, for the keys from place ``first`` on. Return
    their number.

    Children in other layers are counted in ``counts``. The work ends before place ``last`` if there is no ``room``.
    """
    number, place = 0, first
    while place < last and number + MAX_CHOICES <= room:
        here = position.unrank(keys[place])
        for move in here.moves():
            child = here.play(move)
            there = child.layer()
            if there == target:
                found[number] = child.rank()
                number += 1
            elif layer <= there < MAX_LAYERS:
                counts[there] += 1
            else:
                counts[WRONG] += 1
        place += 1
    counts[NEXT] = place
    return number


@helper
def sort_by_digit(source: Words, sorted_keys: Words, places: Words, number: int, turn: int, width: int) -> int:
    """Sort keys stably by their digit number ``turn``, of ``width`` bits. Return their number.

    Row ``turn`` of ``places`` has, for each digit, the place of the first key with it; the row is changed.
    """
    for place in range(number):
        key = source[place]
        digit = (turn << width) + (key >> turn * width & (1 << width) - 1)
        sorted_keys[places[digit]] = key
        places[digit] += 1
    return number


def digit_places(bits: int) -> int:
    """Return the words that :func:`sort_unique` needs for keys of this many ``bits``."""
    return -(-bits // DIGIT_BITS) << DIGIT_BITS


@helper
def keep_each_once(source: Words, number: int, keys: Words) -> int:
    """Put sorted keys into ``keys``, each one once. Return their number."""
    kept, latest = 0, -1
    for place in range(number):
        key = source[place]
        if key != latest:
            latest = key
            keys[kept] = key
            kept += 1
    return kept


def sort_unique(keys: Words, scratch: Words, places: Words, number: int, bits: int) -> int:
    """Sort keys of ``bits`` bits and remove repeated ones. Return their number. ``places`` has :func:`digit_places`
    words.
    """
    rounds = -(-bits // DIGIT_BITS)
    width = -(-bits // rounds)
    for at in range(rounds << width):
        places[at] = 0
    for place in range(number):
        key = keys[place]
        for turn in range(rounds):
            places[(turn << width) + (key >> turn * width & (1 << width) - 1)] += 1
    for turn in range(rounds):
        total = 0
        for at in range(turn << width, turn + 1 << width):
            before = total
            total += places[at]
            places[at] = before
    for turn in range(rounds):
        if turn & 1:
            sort_by_digit(scratch, keys, places, number, turn, width)
        else:
            sort_by_digit(keys, scratch, places, number, turn, width)
    if rounds & 1:
        return keep_each_once(scratch, number, keys)
    return keep_each_once(keys, number, keys)


def share_out(keys: Words, number: int, shards: int, starts: Words, cursors: Words, shared: Words) -> int:
    """Order keys by shard, stably: the keys of shard s begin at the place ``starts[s]``.

    Neighbouring ranges of numbers belong to different shards, so all shards get about the same number.
    """
    for shard in range(shards + 1):
        starts[shard] = 0
    for place in range(number):
        starts[(keys[place] >> SHARD_BITS) % shards + 1] += 1
    for shard in range(shards):
        starts[shard + 1] += starts[shard]
        cursors[shard] = starts[shard]
    for place in range(number):
        shard = (keys[place] >> SHARD_BITS) % shards
        shared[cursors[shard]] = keys[place]
        cursors[shard] += 1
    return number


def put_new(keys: Words, number: int, known: Words, known_number: int, new: Words) -> int:
    """Put the keys that are not known into ``new``. Return their number."""
    found, there = 0, 0
    for place in range(number):
        key = keys[place]
        while there < known_number and known[there] < key:
            there += 1
        if there == known_number or known[there] != key:
            new[found] = key
            found += 1
    return found


def unite(keys: Words, number: int, others: Words, other_number: int, united: Words) -> int:
    """Merge two sorted sets of keys that have no key in common into ``united``."""
    place, there = 0, 0
    while place < number or there < other_number:
        if there == other_number or (place < number and keys[place] < others[there]):
            united[place + there] = keys[place]
            place += 1
        else:
            united[place + there] = others[there]
            there += 1
    return place + there


def put_lows(keys: Words, number: int, first: int, width: int, starts: Words, lows: Words) -> int:
    """Put the lower bytes of sorted keys into ``lows``, from place ``first`` on. Count the keys of each block b in
    ``starts[b + 1]``.
    """
    for place in range(number):
        key = keys[place]
        starts[(key >> 8 * width) + 1] += 1
        for byte in range(width):
            lows[width * (first + place) + byte] = signed(key >> 8 * (width - 1 - byte) & 255)
    return number


def add_up(starts: Words, blocks: int) -> int:
    """Turn the counts of keys in the blocks into the places of their first keys. Return the number of all keys."""
    for block in range(blocks):
        starts[block + 1] += starts[block]
    return starts[blocks]


# Backwards: values


def begin_judging(
    position: Any, starts: Words, lows: Words, width: int, blocks: int, first: int, last: int,
    earlier: Words, bits: int, best: Words, states: Words, ended: Words,
) -> int:  # fmt: skip
    """Settle the positions from place ``first`` to ``last`` − 1 that are over or have a value in ``earlier``, the
    values of the previous round.

    ``bits`` is 0 if there are no earlier values. Count in ``ended`` the losses, draws and wins of games that are over,
    unless they are over only because the side to move has no legal move. Return the number of games that are over.
    """
    over = 0
    block = block_at(starts, blocks, first)
    for place in range(first, last):
        while starts[block + 1] <= place:
            block += 1
        value, state = UNKNOWN, OPEN
        if bits:
            value = value_at(earlier, place, bits)
            if value != UNKNOWN:
                state = SETTLED
        else:
            here = position.unrank(block << 8 * width | low_at(lows, width, place))
            if here.is_over():
                value, state = here.utility(), SETTLED
                over += 1
                if not here.is_stuck():
                    ended[0 if value < 0 else 1 if value == 0 else 2] += 1
        best[place - first] = value
        states[place - first] = state
    return over


def judge_by_children(
    position: Any, starts: Words, lows: Words, width: int, blocks: int, first: int, last: int, target: int,
    child_starts: Words, child_lows: Words, child_width: int, child_values: Words, bits: int, best: Words, states: Words, nears: Words,
) -> int:  # fmt: skip
    """Improve the ``best`` values of positions by their children in the layer ``target``. Return the number of children
    that the layer lacks.

    Positions with neighbouring keys often have neighbouring children. So ``nears`` remembers where the first child of
    the last position was found, its second child and so on, in :data:`CHOICES` places.
    """
    missing = 0
    block = block_at(starts, blocks, first)
    for place in range(first, last):
        while starts[block + 1] <= place:
            block += 1
        if states[place - first] != SETTLED:
            here = position.unrank(block << 8 * width | low_at(lows, width, place))
            choice = -1
            for move in here.moves():
                child = here.play(move)
                if child.layer() == target:
                    choice = choice + 1 & CHOICES - 1
                    there = place_near(child.rank(), child_starts, child_lows, child_width, nears[choice])
                    if there < 0:
                        missing += 1
                        continue
                    nears[choice] = there
                    value = value_at(child_values, there, bits)
                    if value == UNKNOWN:
                        states[place - first] = WAITING
                    elif here.turn(child) * value > best[place - first]:
                        best[place - first] = here.turn(child) * value
    return missing


def count_by_layer(
    position: Any, starts: Words, lows: Words, width: int, blocks: int, first: int, last: int, counts: Words
) -> int:
    """Count the children of positions by their layers in ``counts``."""
    block = block_at(starts, blocks, first)
    for place in range(first, last):
        while starts[block + 1] <= place:
            block += 1
        here = position.unrank(block << 8 * width | low_at(lows, width, place))
        for move in here.moves():
            there = here.play(move).layer()
            counts[there if 0 <= there < MAX_LAYERS else WRONG] += 1
    return last - first


def end_judging(number: int, utmost: int, bits: int, best: Words, states: Words, values: Words) -> int:
    """Put the values of ``number`` judged positions into ``values``. Return the number of decided positions."""
    decided = 0
    byte = 0
    for place in range(number):
        value = best[place]
        if states[place] == WAITING and value != utmost:
            value = UNKNOWN
        if value != UNKNOWN:
            decided += 1
        if bits == TWO_BITS:
            byte |= (0 if value == UNKNOWN else value + 2) << 2 * (place & 3)
            if place & 3 == 3 or place == number - 1:
                values[place >> 2] = signed(byte)
                byte = 0
        else:
            values[place] = value
    return decided


def count_values(values: Words, number: int, bits: int, as_draw: int, counts: Words) -> int:
    """Count the losses, draws and wins of a layer in ``counts``. With ``as_draw``, undecided positions become draws."""
    for place in range(number):
        value = value_at(values, place, bits)
        if value == UNKNOWN and as_draw:
            values[place >> 2] = signed((values[place >> 2] | 2 << 2 * (place & 3)) & 255)
            value = 0
        counts[0 if value < 0 else 1 if value == 0 else 2] += 1
    return number
