"""Submissions with state, memos, sorted children and other mistakes that show on some trees only."""

from __future__ import annotations

RIGHT = {
    "memo-of-each-search": """
def minimax(node, is_max=True, memo=None):
    if memo is None:
        memo = {}
    if not isinstance(node, list):
        return node
    if id(node) not in memo:
        values = [minimax(child, not is_max, memo) for child in node]
        memo[id(node)] = max(values) if is_max else min(values)
    return memo[id(node)]
""",
    "memo-of-all-searches": """
memo = {}
def minimax(t, m=True):
    k = (str(t), m)
    if k in memo: return memo[k]
    if not isinstance(t, list): return t
    memo[k] = max(minimax(c, False) for c in t) if m else min(minimax(c, True) for c in t)
    return memo[k]
""",
    "memo-of-equal-subtrees": """
def minimax(node):
    table = {}
    def value(node, is_max):
        if not isinstance(node, list):
            return node
        key = str(node), is_max
        if key not in table:
            values = [value(child, not is_max) for child in node]
            table[key] = max(values) if is_max else min(values)
        return table[key]
    return value(node, True)
""",
    "later-equal-move": """
def minimax(node, is_max=True):
    if not isinstance(node, list):
        return node, None
    best, move = (float("-inf"), None) if is_max else (float("inf"), None)
    for number, child in enumerate(node):
        value = minimax(child, not is_max)[0]
        if (is_max and value >= best) or (not is_max and value <= best):
            best, move = value, number
    return best, move
""",
    "counter-and-reset": """
class AlphaBeta:
    best = None
    visited = 0

    def search(self, node):
        AlphaBeta.visited = 0
        self.best = self.maxi(node, float("-inf"), float("inf"))
        return self.best

    def maxi(self, node, alpha, beta):
        AlphaBeta.visited += 1
        if not isinstance(node, list):
            return node
        for child in node:
            alpha = max(alpha, self.mini(child, alpha, beta))
            if alpha >= beta:
                return beta
        return alpha

    def mini(self, node, alpha, beta):
        AlphaBeta.visited += 1
        if not isinstance(node, list):
            return node
        for child in node:
            beta = min(beta, self.maxi(child, alpha, beta))
            if alpha >= beta:
                return alpha
        return beta
""",
    "saved-and-restored-window": """
alpha, beta = float("-inf"), float("inf")

def alphabeta(node, is_max=True):
    global alpha, beta
    if not isinstance(node, list):
        return node
    before = alpha, beta
    best = float("-inf") if is_max else float("inf")
    for child in node:
        value = alphabeta(child, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    alpha, beta = before
    return best
""",
    "cut-before-next-child": """
def alphabeta(node, alpha, beta, is_max):
    if not isinstance(node, list):
        return node
    best = float("-inf") if is_max else float("inf")
    for child in node:
        if alpha >= beta:
            break
        value = alphabeta(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best
""",
}
"""Right submissions that look like one of the mistakes."""

WRONG = {
    "keeps-state-memo-without-player": """
tabela = {}
def minimax(no, maximizando):
    if not isinstance(no, list):
        return no
    if str(no) in tabela:
        return tabela[str(no)]
    valores = [minimax(f, not maximizando) for f in no]
    tabela[str(no)] = max(valores) if maximizando else min(valores)
    return tabela[str(no)]
""",
    "keeps-state-default-window": """
def alphabeta(node, is_max=True, window=[float("-inf"), float("inf")]):
    if not isinstance(node, list):
        return node
    best = float("-inf") if is_max else float("inf")
    for child in node:
        value = alphabeta(child, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if not is_max:
            continue
        window[0] = max(window[0], best)
        if window[0] >= window[1]:
            break
    window[1] = min(window[1], best)
    return best
""",
    "shared-window-attributes": """
class AlphaBetaAgent:
    def __init__(self):
        self.alpha = float("-inf")
        self.beta = float("inf")

    def alphabeta(self, node, is_max):
        if not isinstance(node, list):
            return node
        best = float("-inf") if is_max else float("inf")
        for child in node:
            value = self.alphabeta(child, not is_max)
            if is_max:
                best = max(best, value)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, value)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best
""",
    "max-twice": """
def max_value(node):
    return max(map(min_value, node)) if isinstance(node, list) else node
def min_value(node):
    return min(map(max_value, node)) if isinstance(node, list) else node
def minimax(node):
    best, move = float("-inf"), None
    for number, child in enumerate(node):
        value = max_value(child)
        if value > best:
            best, move = value, number
    return best, move
""",
    "min-at-root": """
def max_value(node):
    return max(map(min_value, node)) if isinstance(node, list) else node
def min_value(node):
    return min(map(max_value, node)) if isinstance(node, list) else node
def minimax(node):
    values = [min_value(child) for child in node]
    best = min(values)
    return best, values.index(best)
""",
    "mover-by-depth": """
def minimax(node, depth):
    if depth == 0 or not isinstance(node, list):
        return node
    values = [minimax(child, depth - 1) for child in node]
    return max(values) if depth % 2 == 0 else min(values)
""",
    "other-order": """
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    kids = sorted(node, key=lambda c: c if isinstance(c, int) else 0, reverse=maximizing)
    v = float("-inf") if maximizing else float("inf")
    for c in kids:
        r = alphabeta(c, alpha, beta, not maximizing)
        if maximizing:
            v = max(v, r); alpha = max(alpha, v)
        else:
            v = min(v, r); beta = min(beta, v)
        if alpha >= beta:
            break
    return v
""",
    "bounds-replaced-by-child": """
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    best = float("-inf") if maximizing else float("inf")
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = value
            if best >= beta:
                break
        else:
            best = min(best, value)
            beta = value
            if best <= alpha:
                break
    return best
""",
    "skips-last-after-first": """
def minimax(node, depth, isMax):
    if isinstance(node, int):
        return node
    best = minimax(node[0], depth+1, not isMax)
    for i in range(1, len(node)-1):
        v = minimax(node[i], depth+1, not isMax)
        if isMax and v > best: best = v
        if not isMax and v < best: best = v
    return best
""",
    "infinity-swapped-copied": """
def minimax(node, is_max):
    if not isinstance(node, list):
        return node
    if is_max:
        best = float("-inf")
        for child in node:
            best = max(best, minimax(child, False))
    else:
        best = float("inf")
        for child in node:
            best = max(best, minimax(child, True))
    return best
""",
    "stays-chance": """
def expectimax(node, player):
    if not isinstance(node, list):
        return node
    if player == 0:
        return max(expectimax(c, 1) for c in node)
    return sum(expectimax(c, 1) for c in node) / len(node)
""",
    "whole-average-rounded": """
def expectimax(node, is_max=True):
    if not isinstance(node, list):
        return node
    values = [expectimax(child, not is_max) for child in node]
    return max(values) if is_max else round(sum(values) / len(values))
""",
    "late-cut-tested-first": """
def alphabeta(node, alpha, beta, is_max):
    if not isinstance(node, list):
        return node
    best = float("-inf") if is_max else float("inf")
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if best >= beta and is_max or best <= alpha and not is_max:
            break
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best
""",
}
"""Wrong submissions whose name begins with that of the mistake."""
