"""Names that students give to functions and parameters of searches, in English, Portuguese and Romanian."""

from __future__ import annotations

ALPHA = {"alpha", "a", "alfa"}
BETA = {"beta", "b"}
DEPTH = {
    "depth", "d", "level", "ply", "curdepth", "currentdepth", "depthleft",
    "prof", "profundidade", "nivel", "adancime", "adancimea",
}  # fmt: skip
MAX_DEPTH = {
    "maxdepth", "targetdepth", "h", "height", "depthlimit",
    "profmax", "maxprof", "profundidademax", "profundidademaxima", "maxprofundidade", "altura", "limite",
    "adancimemax", "adancimemaxima", "maxadancime", "inaltime",
}  # fmt: skip
MOVER = {
    "player", "turn", "who", "currentplayer", "agent", "side", "playerid",
    "jogador", "jogadoratual", "vez", "turno", "agente", "jucator", "jucatorcurent", "rand", "agentul",
}  # fmt: skip
SIGN = {"color", "colour", "sign", "cor", "sinal", "culoare", "semn"}
INDEX = {"nodeindex", "index", "i", "idx", "agentindex", "indice", "indicedono"}
PLAYER_COUNT = {"n", "players", "numplayers", "nplayers", "jogadores", "njogadores", "jucatori", "nrjucatori"}
GAME = {"game", "problem", "g", "jogo", "joc"}
SCORES = {"scores", "values", "leaves", "valores", "folhas", "valori", "frunze", "scoruri"}
NODES = {
    "node", "state", "tree", "t", "n", "root", "position", "pos", "child", "s", "branch", "subtree",
    "no", "estado", "arvore", "raiz", "posicao", "filho", "subarvore",
    "nod", "stare", "arbore", "radacina", "pozitie", "fiu", "copil", "subarbore",
}  # fmt: skip
CHILDREN = ("children", "filhos", "fii", "copii", "descendentes", "descendenti")
"""Attributes that hold the children of a node."""
VALUES = ("value", "score", "utility", "data", "val", "valor", "utilidade", "pontuacao", "valoare", "utilitate", "scor")
"""Attributes that hold the value of a leaf."""
MAX_BEGINNINGS = ("max", "ismax", "ourturn", "myturn", "ehmax", "emax", "estemax", "vezmax", "vezdomax")
MIN_BEGINNINGS = ("ismin", "minimi", "ehmin", "emin", "estemin", "vezmin", "vezdomin")
ALPHA_BETA = (
    "alphabetasearch", "alphabetapruning", "alphabeta", "alphabetadecision", "abprune", "absearch", "ab", "pruning",
    "alfabeta", "podaalfabeta", "buscaalfabeta", "retezarealfabeta", "retezarealphabeta",
)  # fmt: skip
MINIMAX = ("minimaxsearch", "minimaxdecision", "minimax", "minimaxvalue", "negamax", "minmax")
SEARCHES = {
    "minimax": (*MINIMAX, *ALPHA_BETA),
    "alphabeta": (*ALPHA_BETA, "minimaxalphabeta", *MINIMAX),
    "expectimax": ("expectimaxsearch", "expectimax", "expectiminimax", "expectiminmax", "expectminimax"),
    "max-n": ("maxnsearch", "maxn", "maxnvalue"),
}
"""Usual names of searches by task, the most likely first, as plain names."""
LATER_SEARCHES = (
    "search", "decide", "decision", "getaction", "value", "maxvalue", "maximize", "maximise",
    "busca", "decidir", "decisao", "maxvalor", "valormax", "cauta", "cautare", "decizie", "maxvaloare", "valoaremax",
)  # fmt: skip
"""Names of searches that fit every task, if no other name does."""


def is_for_max(word: str) -> bool:
    """Return True for the plain name of a parameter that is true if MAX moves."""
    return word.startswith(MAX_BEGINNINGS) or "maximi" in word or (word.endswith("max") and word != "minimax")


def is_for_min(word: str) -> bool:
    """Return True for the plain name of a parameter that is true if MIN moves."""
    return word.startswith(MIN_BEGINNINGS) or (word.endswith("min") and word != "min")


def is_known(word: str) -> bool:
    """Return True for the plain name of a parameter with a known meaning."""
    sets = (ALPHA, BETA, DEPTH, MAX_DEPTH, MOVER, SIGN, INDEX, PLAYER_COUNT, GAME, SCORES, NODES)
    return any(word in each for each in sets) or is_for_max(word) or is_for_min(word)
