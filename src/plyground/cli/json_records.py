"""Types of the records that commands print with ``--json``. ``tools/json_page.py`` writes ``docs/json.md`` from them."""

from __future__ import annotations

from typing import TypedDict

from plyground.arena.compare import CountsRecord, RowRecord
from plyground.presentation.json_moves import PlainMove, PlainNumber, PositionRecord


class RunRecord(PositionRecord):
    """Keys of the record of each search of a position."""

    nodes: int  # positions visited, the root and the leaves included
    seconds: float  # time of the search
    native: bool  # compiled code ran, not plain Python


class RootMoveRecord(TypedDict):
    """A legal move."""

    move: PlainMove  # the move
    value: PlainNumber | None  # value of the move, or a bound on it; null if it was not visited
    distance: int | None  # plies to the end, this move included; null if the scores do not tell
    bound: str  # `exact`, `upper` (worth at most `value`), `lower` (at least) or `unvisited`
    proven: bool  # no static evaluation has a part in the value
    score: PlainNumber | None  # the search's own number


class SearchRecord(RunRecord, CountsRecord):
    """The answer of a search.

    Values are those of the side to move.
    """

    algorithm: str  # the search; `exact` if the exact solver or a table proved the value within a limit
    move: PlainMove | None  # the best move; null if the game is over
    value: PlainNumber  # the utility, or the evaluation if the end was not reached; averages over chance such as 23/36
    distance: int | None  # plies to the end with best play; null if the scores do not tell
    exact: bool  # `value` is no bound
    proven: bool  # no static evaluation has a part in the value
    score: PlainNumber  # the search's own number, on the scale of `scores`
    line: list[PlainMove]  # best play, as far as the search looked
    moves: list[RootMoveRecord]  # each legal move, in the order of the search
    scores: str  # the value of an end: `utility`, `distance` or `level`
    convention: str | None  # the cut rule of alpha-beta; null for other searches
    depth: int | None  # plies to look ahead; null: to the end
    evaluation: str | None  # the static evaluation at the depth
    ties: str  # the best of equally good moves: `first`, `last` or `random`
    utilities: list[PlainNumber] | None  # one for each player if each has its own


class LineErrorRecord(TypedDict):
    """A line that is no position.

    The record of each position stands on a line of its own, with `line_number` first. A line that is no position has
    these keys.
    """

    line_number: int  # the number of the line, from 1
    error: str  # the reason


class ExactRecord(RunRecord):
    """The proven score of a position."""

    move: PlainMove | None  # a best move; null if the game is over
    value: int  # the proven score for the side to move, [as the game counts it](commands.md#exact-scores)
    line: list[PlainMove]  # best play to the end


class ArmRecord(TypedDict):
    """A legal move."""

    move: PlainMove  # the move
    visits: int  # random games that began with it
    value: float  # mean result of the games, from -1 to 1; the result itself if proven
    proven: bool  # the value is the game's own


class UctRecord(RunRecord):
    """An estimate by random games."""

    algorithm: str  # `uct` or `puct`
    move: PlainMove | None  # the move tried most, or one that proves the value; null if the game is over
    value: float  # mean result for the side to move, from -1 to 1; the result itself if proven
    proven: bool  # the value is the game's own
    line: list[PlainMove]  # the moves that both sides tried most
    playouts: int  # random games played, or leaves judged
    tree_size: int  # nodes of the tree
    moves: list[ArmRecord]  # each legal move


class BotLineRecord(TypedDict):
    """The last report of a line."""

    line: list[PlainMove]  # the moves that the bot expects
    depth: int  # plies looked ahead
    value: PlainNumber | None  # value of the moves for the side to move, if the bot tells a number
    distance: int | None  # plies to a proven end
    meaning: str  # the value in words


class BotMoveRecord(PositionRecord):
    """The move of a bot."""

    bot: str  # the bot, as the command named it
    move: PlainMove  # chosen move
    value: PlainNumber | None  # the number that goes with the move, if there is one: a score, or a rule's priority
    reason: str  # reason in words
    correction: str | None  # a sentence if the bot's own value is proven wrong
    lines: list[BotLineRecord]  # each line that it told, the best first
    nodes: int  # positions visited, as far as known
    seconds: float  # time to choose


class ProofRecord(TypedDict):
    """The proof of one question."""

    least: int  # the result that is asked about: 1 a win, 0 a draw
    answer: bool | None  # the side to move can get at least this; null if unknown within the limits
    move: PlainMove | None  # a move that proves it
    size: int  # nodes of the proof or disproof; 0 if there is none
    proof: int | None  # leaves that must at least turn out well for a proof; null if it is known
    disproof: int | None  # the same for a disproof
    tree_size: int  # nodes of the largest tree


class ProofNumberRecord(RunRecord):
    """The answer of proof-number search."""

    algorithm: str  # `proof-number`
    move: PlainMove | None  # a move that proves the value; in a lost position the one with the longest refutation
    value: int | None  # 1 won, 0 drawn, -1 lost for the side to move; null if unknown within the limits
    questions: list[ProofRecord]  # first: can it win? then, if not: can it draw?


class CutRecord(TypedDict):
    """A cut."""

    path: list[int]  # the children that lead from the root to the node whose children were cut
    kind: str | None  # `alpha` at a node of MIN, `beta` at one of MAX; either at a chance node
    after: int | None  # the last child that was visited
    skipped: int  # number of children that were cut


class ChildRecord(TypedDict):
    """A child of the root."""

    value: PlainNumber  # value of the child, or a bound on it
    bound: str  # `exact`, `upper` (worth at most `value`) or `lower` (at least)


class TreeRecord(CountsRecord):
    """The answer of a search of a tree.

    Values are those of MAX, player 0. Children and leaves are numbered from 0, left to right.
    """

    value: PlainNumber  # the value of the root; with many players that of the one who moves there
    move: int | None  # the best child of the root; null for a leaf or a chance node
    nodes: int  # nodes visited, the root and the leaves included
    leaves_visited: list[int]  # leaves that were visited
    leaves_pruned: list[int]  # leaves below a cut
    cutoffs: list[CutRecord]  # each cut, in the order of the search
    root_values: list[ChildRecord | None]  # each child of the root; null if it was not visited
    algorithm: str  # the search
    convention: str | None  # the cut rule of alpha-beta; null for other searches
    utilities: list[PlainNumber] | None  # one for each player if each has its own
    line: list[int]  # the children on the best line, up to the first chance node
    depth: int | None  # plies to look ahead; null: to the leaves
    tree: str  # the tree, as a text that `plyground tree` takes


class DecisionNodeRecord(TypedDict):
    """A position of the tree of a decision."""

    parent: int | None  # number of the node above, from 0; null at the root
    move: PlainMove | None  # the move to this position
    value: PlainNumber | None  # the value for MAX, or a bound on it; of random games the mean result from -1 to 1
    utilities: list[PlainNumber] | None  # one for each player if each has its own
    bound: str  # `exact`, `upper` (worth at most `value`), `lower` (at least) or `unvisited`
    distance: int | None  # plies from the root to the end of the game
    plies: int | None  # plies that the engine searched below this position
    visits: int | None  # random games through this position
    proven: bool  # no static evaluation and no random game has a part in the value
    expected: bool  # the position is on the expected line
    more: int  # legal moves that have no node


class DecisionRecord(PositionRecord):
    """The tree of a bot's decision.

    Values are those of MAX, the side to move at the root.
    """

    bot: str  # the bot
    source: str  # `search`, `engine` (its table), `result`, `playouts`, `leaves`, `table` or `move` (only the move is known)
    move: PlainMove | None  # the chosen move
    shorter: bool  # this search is shorter than that of the bot
    nodes: list[DecisionNodeRecord]  # the positions by number, each after its parent


class FactsRecord(TypedDict):
    """The kind of task that the game is (Russell & Norvig, AIMA 2.3)."""

    players: int
    observable: bool
    deterministic: bool
    sequential: bool
    static: bool
    discrete: bool
    zero_sum: bool
    loops: bool
    max_plies: int
    ended_count: bool
    utilities: list[int]  # the least and the greatest utility


class OptionRecord(TypedDict):
    """An option of a spec text."""

    name: str  # the option as it is written
    type: str  # `number` or `text`
    default: int | float | str | None  # value if the option is not written
    meaning: str  # meaning in words
    choices: list[str]  # the allowed texts; empty if any text is allowed
    least: int | float | None  # the least number; null for text
    most: int | float | None  # the greatest number; null for text


class GameRecord(TypedDict):
    """A game.

    The command prints a list of these records.
    """

    name: str  # the spec text of the game
    title: str  # name in words
    summary: str  # rules in a sentence or two
    sides: list[str]  # the names of its sides
    start: str  # the first position
    evaluations: list[str]  # the names of its static evaluations, the best first
    source: str  # the source of its rules
    facts: FactsRecord  # the kind of task that it is (Russell & Norvig, AIMA 2.3)
    options: list[OptionRecord]  # each option of its spec text
    origin: str  # file or package; `plyground` if built in


class GameValueRecord(TypedDict):
    """The value of the game in some size."""

    game: str  # the spec text of the game
    value: str  # value for the first player, a number or a fraction
    source: str  # the publication


class OneGameRecord(GameRecord):
    """One game with all that is known of it."""

    values: list[GameValueRecord]  # known values of the game in any size
    sequences: list[int]  # numbers of sequences of 1, 2, ... moves, as far as soon counted


class RuleRecord(TypedDict):
    """A rule of a bot."""

    name: str  # the rule
    title: str  # name in words
    summary: str  # effect in words
    value: int  # the number shown with its moves


class BotRecord(TypedDict):
    """A bot.

    The command prints a list of these records; with a name it prints one.
    """

    name: str  # the bot as it is written in a spec text
    title: str  # name in words
    summary: str  # way to choose, in a sentence
    plans_ahead: bool | None  # true if the bot looks at positions beyond the next; null if unknown
    deterministic: bool  # true if the bot always chooses the same move in the same position
    source: str  # the document that describes it
    elo: int | None  # measured rating at this game above the random bot
    elo_error: int | None  # half of the 95 % interval of the rating
    options: list[OptionRecord]  # each option of its spec text
    origin: str  # package; `plyground` if built in
    rules: list[RuleRecord]  # each rule of a rule-based bot, in their order; else empty


class SolutionRecord(TypedDict):
    """A solved game.

    Positions are counted for the side to move. If a game is solved forwards, only reachable positions are counted.
    """

    game: str  # the game with every option
    positions: int  # number of positions
    terminal: int  # positions in which the game is over
    win: int  # unfinished positions won for the side to move
    loss: int  # unfinished positions lost for the side to move; distance 0 if the rules let a side without moves lose
    draw: int  # unfinished positions that are drawn
    reachable: int | None  # positions reachable from the start; null if not counted (`--reachable` counts any number)
    longest_win: int  # plies of the longest win; 0 if there is none
    histogram: dict[str, int]  # number of won and lost positions by plies to the end
    start_value: str  # `win`, `draw` or `loss` for the first player
    start_distance: int | None  # plies to the end from the start; null for a draw
    best_moves: list[PlainMove]  # the best moves of the start, in the order of the rules
    start_grundy: int | None  # the Grundy number of the start, if the game has that theory


class MoveCountRecord(TypedDict):
    """A first move."""

    move: PlainMove  # the move
    nodes: int  # number of sequences that begin with it


class PerftRecord(PositionRecord):
    """The number of sequences of moves."""

    depth: int  # moves of a sequence
    nodes: int  # number of sequences
    moves: list[MoveCountRecord]  # each first move


class HintRecord(PositionRecord):
    """A hint for the position after the moves."""

    steps: list[str]  # the sentences up to `--step`: where to look, why, the move
    best: list[PlainMove]  # the best moves at the last step; empty before


class JudgedMoveRecord(TypedDict):
    """A legal move with its value for the side to move."""

    move: PlainMove  # the move
    value: float  # expected score with best play, from −100 (lost) to 100 (won)
    proven: bool  # no estimate has a part in the value
    distance: int | None  # plies to the end, the move included, if they are proven
    points: int | None  # points ahead at the end, if they are proven
    best: bool  # the move may be called the best: it is proven, or clearly ahead
    line: list[PlainMove]  # best play that begins with the move


class ExplorationRecord(PositionRecord):
    """A position with the values of its legal moves."""

    source: str | None  # [source](judge.md#one-value) of the values; null if the game is over
    value: float | None  # expected score with best play, from −100 (lost) to 100 (won); null if the game is over
    proven: bool  # no estimate has a part in the value
    moves: list[JudgedMoveRecord]  # each legal move, the best first


class ReviewedMoveRecord(TypedDict):
    """A move of a reviewed game.

    Values are expected scores from −100 (lost) to 100 (won), for the side that made the move.
    """

    ply: int  # number of the move, from 1
    move: PlainMove  # the move
    mark: str  # `??` a blunder, `?` a mistake, `?!` an inaccuracy; empty for any other move
    code: str  # [cause](judge.md#causes) of the mark; empty without a mark
    before: int  # value of the position
    after: int  # value after the move
    proven: bool  # no estimate has a part in `after`
    sentence: str  # the cause in words; empty without a mark
    line: list[PlainMove]  # moves that show the cause, from the position before the move; empty without a mark


class ReviewRecord(TypedDict):
    """The review of a game."""

    plies: list[ReviewedMoveRecord]  # each move, in the order of the game


class ComparisonRecord(TypedDict):
    """The comparison of searches in a game or a tree.

    The command prints a list of these records.
    """

    game: str  # the game with every option, or the name of the tree
    positions: int  # positions that were searched
    seed: int  # the seed of random positions and of the order `random`
    branching_factor: float | None  # b, as minimax [measured it](compare.md#what-is-measured), if it could
    branching_depth: int | None  # plies over which b was measured
    rows: list[RowRecord]  # each search, in the order of the runs


class FailureRecord(TypedDict):
    """The first example of a failure."""

    fault: str  # [name](check.md#failures) of the failure
    method: str  # the method at fault
    sentence: str  # the failure in words
    moves: list[int]  # the moves from the start to the failure, as the rules number them
    hint: str  # the cure in words
    command: str  # the command that repeats it
    python: str  # the expression of the position, after `from plyground.conformance import replay`


class RandomGamesRecord(TypedDict):
    """The random games of the check."""

    wanted: int  # games asked for
    games: int  # games played; fewer if the time was up
    ended: int  # games that ended; others were left after 400 moves
    mean_length: float | None  # moves of a game that ended
    shortest: int | None  # moves of the shortest game that ended
    longest: int | None  # moves of the longest game that ended
    mean_moves: float | None  # moves to choose from in an unfinished position
    most_moves: int | None  # the most moves in one position


class FeatureRecord(TypedDict):
    """A feature of plyground."""

    name: str  # `play`, `search`, `compiled`, `proof`, `uct`, `evaluation`, `tree`, `solve`, `dictionary`, `symmetry`, `ordering`, `quiescence`, `pieces`, `winning_line`, `points`, `regions` or `early_proof`
    available: bool  # the game offers it
    detail: str  # the way it works, or the missing part, in words
    add: list[str]  # the methods, or parts of `Game`, that would make it available


class CheckRecord(TypedDict):
    """The conformance of a game."""

    game: str  # the game as the command named it
    passed: bool  # there is no failure; the exit code is 0
    failures: list[FailureRecord]  # the first example of each failure
    title: str | None  # the name of the game in words; null if its start could not be read
    rules: str | None  # the class of its positions
    demands: list[str]  # needs beyond two players in turn: `turns`, `fractions`, `chance`, `players`, `hidden`
    random_games: RandomGamesRecord | None  # the random games
    positions: int | None  # different positions that were examined
    complete: bool  # there are no other positions
    perft: list[int]  # numbers of sequences of 1, 2, ... moves, as deep as a second allows
    plain_speed: int | None  # positions a second in Python
    compiled_speed: int | None  # positions a second in compiled code
    features: list[FeatureRecord]  # each feature, offered or not


class GiftRecord(TypedDict):
    """A move that gives away value."""

    position: str  # the position
    move: PlainMove  # the move
    before: int  # the utility of the position with best play
    after: int  # the utility after the move


class LoopSideRecord(TypedDict):
    """The bot as one side, if positions can repeat."""

    positions: int  # positions in which the bot was to move
    given_away: list[GiftRecord]  # each of its moves that gives away value
    complete: bool  # these are all; of more than 50,000 positions only those nearest to the start are judged


class SideRecord(TypedDict):
    """The bot as one side."""

    wins: int  # lines of play that it wins
    draws: int  # lines of play that it draws
    losses: int  # lines of play that it loses
    losing_lines: list[list[PlainMove]]  # the lines of play that it loses


class AuditRecord(TypedDict, total=False):
    """A bot against every reply.

    With `--as first` or `--as second` there is only that side's record.
    """

    game: str  # the game with every option
    bot: str  # the bot as the command named it
    first: SideRecord  # the bot when it moves first
    second: SideRecord  # the bot when it moves second


class LoopAuditRecord(TypedDict, total=False):
    """A bot against every reply in a game whose positions can repeat.

    Lines of play have no end, so single moves are judged.
    """

    game: str  # the game with every option
    bot: str  # the bot as the command named it
    first: LoopSideRecord  # the bot when it moves first
    second: LoopSideRecord  # the bot when it moves second


class TwinRecord(TypedDict):
    """A compiled search."""

    search: str | None  # the search
    classes: list[str]  # the classes of its values, the position's first
    bytes: int  # the size of its file
    used: str  # day of the last use, as year-month-day


class CacheRecord(TypedDict):
    """The compiled searches that are kept."""

    folder: str  # folder of the twins
    bytes: int  # size of the twins
    twins: list[TwinRecord]  # each compiled search, the last used first


class ClearedCacheRecord(TypedDict):
    """The compiled searches and judgements that were removed."""

    folder: str  # folder of the twins
    removed: int  # number of files
    bytes: int  # size of the twins
