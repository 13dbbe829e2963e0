"""Submissions as students write them: in Portuguese and Romanian, with prints, globals, numpy and unusual forms."""

from __future__ import annotations

RIGHT = {
    "portuguese": """
INFINITO = float("inf")

def minimax(no, profundidade, maximizando):
    if profundidade == 0 or not isinstance(no, list):
        return no
    if maximizando:
        melhor = -INFINITO
        for filho in no:
            valor = minimax(filho, profundidade - 1, False)
            melhor = max(melhor, valor)
        return melhor
    else:
        pior = INFINITO
        for filho in no:
            valor = minimax(filho, profundidade - 1, True)
            pior = min(pior, valor)
        return pior
""",
    "portuguese-alpha-beta": """
def poda_alfa_beta(arvore, alfa, beta, eh_max):
    if type(arvore) != list:
        return arvore
    if eh_max:
        v = -9999
        for filho in arvore:
            v = max(v, poda_alfa_beta(filho, alfa, beta, False))
            if v >= beta:
                return v
            alfa = max(alfa, v)
        return v
    v = 9999
    for filho in arvore:
        v = min(v, poda_alfa_beta(filho, alfa, beta, True))
        if v <= alfa:
            return v
        beta = min(beta, v)
    return v
""",
    "romanian": """
import math
def minimax(nod, adancime, jucator_max):
    if isinstance(nod, int):
        return nod
    if jucator_max:
        valoare = -math.inf
        for fiu in nod:
            valoare = max(valoare, minimax(fiu, adancime + 1, not jucator_max))
    else:
        valoare = math.inf
        for fiu in nod:
            valoare = min(valoare, minimax(fiu, adancime + 1, not jucator_max))
    return valoare
""",
    "accents": """
def minimax(nó, é_max):
    if not isinstance(nó, list):
        return nó
    valores = []
    for filho in nó:
        valores.append(minimax(filho, not é_max))
    return max(valores) if é_max else min(valores)
""",
    "numpy": """
import numpy as np

def alphabeta(node, depth, alpha=-np.inf, beta=np.inf, maximizing=True):
    if isinstance(node, (int, float)):
        return node
    if maximizing:
        value = -np.inf
        for child in node:
            value = np.maximum(value, alphabeta(child, depth-1, alpha, beta, False))
            alpha = np.maximum(alpha, value)
            if alpha >= beta:
                break
        return value
    value = np.inf
    for child in node:
        value = np.minimum(value, alphabeta(child, depth-1, alpha, beta, True))
        beta = np.minimum(beta, value)
        if alpha >= beta:
            break
    return value
""",
    "prints": """
# trabalho 2 - IA
import sys
cont = 0
def minimax(tree, maximizing=True, prof=0):
    global cont
    cont += 1
    print("  " * prof, "visitando", tree)
    if not type(tree) is list:
        return tree
    vals = []
    for t in tree:
        vals.append(minimax(t, not maximizing, prof + 1))
    print("valores", vals, file=sys.stderr)
    if maximizing:
        return max(vals)
    return min(vals)

if __name__ == "__main__":
    arv = eval(input("Digite a arvore: "))
    print("Resultado:", minimax(arv))
""",
    "exit": """
import sys
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    vals = [minimax(c, not maximizing) for c in node]
    return max(vals) if maximizing else min(vals)

print(minimax([[1,2],[3,4]], True))
sys.exit(0)
""",
    "value-and-move": """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node, None
    best_move = None
    best = float('-inf') if maximizing else float('inf')
    for i, child in enumerate(node):
        v, _ = minimax(child, not maximizing)
        if maximizing and v > best or not maximizing and v < best:
            best, best_move = v, i
    return best, best_move
""",
    "own-class": """
class Node:
    def __init__(self, value=None, children=None):
        self.value = value
        self.children = children or []

class Minimax:
    def __init__(self):
        self.nodes = 0

    def max_value(self, node):
        self.nodes += 1
        if len(node.children) == 0:
            return node.value
        v = float("-inf")
        for c in node.children:
            v = max(v, self.min_value(c))
        return v

    def min_value(self, node):
        self.nodes += 1
        if len(node.children) == 0:
            return node.value
        v = float("inf")
        for c in node.children:
            v = min(v, self.max_value(c))
        return v

    def minimax(self, node):
        return self.max_value(node)
""",
    "own-node": """
class No:
    def __init__(self, valor=None, filhos=None):
        self.valor = valor
        self.filhos = filhos or []

def minimax(no, maximizando=True):
    if not no.filhos:
        return no.valor
    valores = [minimax(f, not maximizando) for f in no.filhos]
    return max(valores) if maximizando else min(valores)
""",
    "recursion-on-lists": """
def ab(t, a, b, turn):
    if not isinstance(t, list): return t
    def go(rest, a, b, best):
        if not rest:
            return best
        v = ab(rest[0], a, b, not turn)
        if turn:
            best = v if best is None else max(best, v)
            if best >= b: return best
            return go(rest[1:], max(a, best), b, best)
        best = v if best is None else min(best, v)
        if best <= a: return best
        return go(rest[1:], a, min(b, best), best)
    return go(t, a, b, None)
""",
    "static-method": """
class AlphaBeta:
    MIN, MAX = -1000, 1000
    @staticmethod
    def alphabeta(node, depth, alpha, beta, maximizingPlayer):
        if not isinstance(node, list):
            return node
        if maximizingPlayer:
            best = AlphaBeta.MIN
            for c in node:
                best = max(best, AlphaBeta.alphabeta(c, depth + 1, alpha, beta, False))
                alpha = max(alpha, best)
                if beta <= alpha:
                    return alpha
            return best
        best = AlphaBeta.MAX
        for c in node:
            best = min(best, AlphaBeta.alphabeta(c, depth + 1, alpha, beta, True))
            beta = min(beta, best)
            if beta <= alpha:
                return beta
        return best
""",
    "fixed-depth-scores": """
# Python3 program GeeksforGeeks
MAX, MIN = 1000, -1000
def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    if maximizingPlayer:
        best = MIN
        for i in range(0, 2):
            val = minimax(depth + 1, nodeIndex * 2 + i, False, values, alpha, beta)
            best = max(best, val)
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    else:
        best = MAX
        for i in range(0, 2):
            val = minimax(depth + 1, nodeIndex * 2 + i, True, values, alpha, beta)
            best = min(best, val)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best

if __name__ == "__main__":
    values = [3, 5, 6, 9, 1, 2, 0, -1]
    print("The optimal value is :", minimax(0, 0, True, values, MIN, MAX))
""",
    "negamax": """
def negamax(no, prof, alfa, beta, cor):
    if prof == 0 or not isinstance(no, list):
        return cor * no
    melhor = -1e9
    for filho in no:
        valor = -negamax(filho, prof - 1, -beta, -alfa, -cor)
        if valor > melhor:
            melhor = valor
        if melhor > alfa:
            alfa = melhor
        if alfa >= beta:
            break
    return melhor
""",
    "expectimax": """
def expectimax(no, jogador):
    if not isinstance(no, list):
        return no
    if jogador == "max":
        return max(expectimax(f, "acaso") for f in no)
    soma = 0
    for f in no:
        soma += expectimax(f, "max")
    return soma / len(no)
""",
    "named-only": """
from __future__ import annotations
from typing import Union, List
Tree = Union[int, List["Tree"]]

def minimax(t: Tree, /, *, maximize: bool = True) -> int:
    match t:
        case list():
            return (max if maximize else min)(minimax(c, maximize=not maximize) for c in t)
        case _:
            return t
""",
    "memo-of-tuples": """
from functools import lru_cache
def to_tuple(t):
    return tuple(map(to_tuple, t)) if isinstance(t, list) else t
def minimax(tree):
    @lru_cache(None)
    def go(t, mx):
        if not isinstance(t, tuple):
            return t
        f = max if mx else min
        return f(go(c, not mx) for c in t)
    return go(to_tuple(tree), True)
""",
    "book-third-edition": '''
infinity = float('inf')
def argmax(seq, key):
    return max(seq, key=key)

def minimax_decision(state, game):
    """AIMA 3rd edition"""
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a)))
        return v

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a)))
        return v

    return argmax(game.actions(state), key=lambda a: min_value(game.result(state, a)))
''',
    "pacman-inner": '''
from util import manhattanDistance
from game import Directions
import random, util
from game import Agent

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
        self.index = 0 # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class MinimaxAgent(MultiAgentSearchAgent):
    """
    Your minimax agent (question 2)
    """
    def getAction(self, gameState):
        def minimax(state, agentIndex, depth):
            if agentIndex == state.getNumAgents():
                agentIndex = 0
                depth += 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            actions = state.getLegalActions(agentIndex)
            if not actions:
                return self.evaluationFunction(state)
            vals = [minimax(state.generateSuccessor(agentIndex, a), agentIndex + 1, depth) for a in actions]
            return max(vals) if agentIndex == 0 else min(vals)
        legal = gameState.getLegalActions(0)
        scores = [minimax(gameState.generateSuccessor(0, a), 1, 0) for a in legal]
        best = max(scores)
        return legal[scores.index(best)]

def betterEvaluationFunction(currentGameState):
    """ not done """
    util.raiseNotDefined()
better = betterEvaluationFunction
''',
    "docstring": '''
"""Trabalho: minimax sem poda alfa-beta (alpha beta pruning fica para depois)."""
def minimax(node, maximizing=True):
    """Plain minimax, no alpha-beta pruning."""
    if not isinstance(node, list):
        return node
    return (max if maximizing else min)(minimax(c, not maximizing) for c in node)
''',
    "one-or-minus-one": """
def minimax(estado, profundidade, jogador):
    if type(estado) is int:
        return estado
    if jogador == 1:
        return max([minimax(e, profundidade+1, -1) for e in estado])
    else:
        return min([minimax(e, profundidade+1, 1) for e in estado])
""",
    "one-or-two": """
def minimax(stare, jucator):
    if type(stare) is int:
        return stare
    v = [minimax(s, 3 - jucator) for s in stare]
    if jucator == 1:
        return max(v)
    return min(v)
""",
    "x-or-o": """
def minimax(node, player):
    if type(node) is int:
        return node
    other = "O" if player == "X" else "X"
    v = [minimax(s, other) for s in node]
    return max(v) if player == "X" else min(v)
""",
    "stack": """
def minimax(tree):
    # iterative with explicit stack
    stack = [[tree, 0, [], True]]
    result = None
    while stack:
        node, i, vals, is_max = stack[-1]
        if not isinstance(node, list):
            result = node
            stack.pop()
        elif i > 0 and len(vals) < i:
            vals.append(result)
            continue
        elif i < len(node):
            stack[-1][1] += 1
            stack.append([node[i], 0, [], not is_max])
            continue
        else:
            result = max(vals) if is_max else min(vals)
            stack.pop()
    return result
""",
    "helpers": """
def eh_folha(n):
    return not isinstance(n, list)
def calcula(n, vez_do_max):
    if eh_folha(n): return n
    r = [calcula(f, not vez_do_max) for f in n]
    return max(r) if vez_do_max else min(r)
def resolver(n):
    return calcula(n, True)
""",
    "fractions": """
from fractions import Fraction
def expectimax(node, is_max):
    if not isinstance(node, list):
        return Fraction(node)
    v = [expectimax(c, not is_max) for c in node]
    return max(v) if is_max else sum(v) / len(v)
""",
    "mean": """
from statistics import mean
def valor_esperado(no):
    return mean([valor_max(f) if isinstance(f, list) else f for f in no])
def valor_max(no):
    return max(valor_esperado(f) if isinstance(f, list) else f for f in no)
def expectimax(no):
    return valor_max(no)
""",
    "max-n-class": """
class MaxN:
    def __init__(self, n_players=3):
        self.n = n_players
    def search(self, node, depth=0):
        if not isinstance(node, list):
            return node
        p = depth % self.n
        return max((self.search(c, depth+1) for c in node), key=lambda v: v[p])
""",
    "pacman-expectimax": """
from util import manhattanDistance
from game import Directions, Actions
import random, util
from game import Agent
from pacman import GameState

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

def scoreEvaluationFunction(s: GameState):
    return s.getScore()

class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        def value(s, agent, d):
            if s.isWin() or s.isLose() or d == self.depth:
                return self.evaluationFunction(s)
            n = s.getNumAgents()
            nxt = (agent + 1) % n
            nd = d + 1 if nxt == 0 else d
            vs = [value(s.generateSuccessor(agent, a), nxt, nd) for a in s.getLegalActions(agent)]
            if agent == 0: return max(vs)
            return sum(vs) / float(len(vs))
        return max(gameState.getLegalActions(), key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
""",
    "pacman-ghosts": """
import util
from game import Agent
class AlphaBetaAgent(Agent):
    def getAction(self, gameState):
        A = float("-inf"); B = float("inf"); best = None; v = float("-inf")
        for a in gameState.getLegalActions(0):
            r = self.mn(gameState.generateSuccessor(0, a), 0, 1, A, B)
            if r > v: v, best = r, a
            A = max(A, v)
        return best
    def mx(self, s, d, A, B):
        if d == self.depth or s.isWin() or s.isLose(): return self.evaluationFunction(s)
        v = float("-inf")
        for a in s.getLegalActions(0):
            v = max(v, self.mn(s.generateSuccessor(0, a), d, 1, A, B))
            if v >= B: return v
            A = max(A, v)
        return v
    def mn(self, s, d, g, A, B):
        if d == self.depth or s.isWin() or s.isLose(): return self.evaluationFunction(s)
        v = float("inf")
        for a in s.getLegalActions(g):
            nx = s.generateSuccessor(g, a)
            v = min(v, self.mx(nx, d+1, A, B) if g == s.getNumAgents()-1 else self.mn(nx, d, g+1, A, B))
            if v <= A: return v
            B = min(B, v)
        return v
""",
}  # fmt: skip
"""Right submissions by their habit."""

WRONG = {
    "finite-start": """
def minimax(node, depth, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        best = -1
        for child in node:
            best = max(best, minimax(child, depth - 1, False))
        return best
    else:
        best = 100
        for child in node:
            best = min(best, minimax(child, depth - 1, True))
        return best
""",
    "shared-window": """
alpha = float("-inf")
beta = float("inf")

def alphabeta(node, maximizing):
    global alpha, beta
    if not isinstance(node, list):
        return node
    if maximizing:
        v = float("-inf")
        for c in node:
            v = max(v, alphabeta(c, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    else:
        v = float("inf")
        for c in node:
            v = min(v, alphabeta(c, True))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v
""",
    "keeps-state": """
def minimax(node, maximizing=True, values=[]):
    if not isinstance(node, list):
        return node
    for child in node:
        values.append(minimax(child, not maximizing))
    if maximizing:
        return max(values)
    return min(values)
""",
    "keeps-state-global": """
melhor = float("-inf")
def minimax(no, maximizando=True):
    global melhor
    if not isinstance(no, list):
        return no
    vals = [minimax(f, not maximizando) for f in no]
    r = max(vals) if maximizando else min(vals)
    if maximizando and r > melhor:
        melhor = r
    return melhor if maximizando else r
""",
    "one-side": """
def minimax(node, depth, maximizing):
    if depth == 0 or not isinstance(node, list):
        return node
    if maximizing:
        best = float("-inf")
        for child in node:
            best = max(best, minimax(child, depth, True))
        return best
    else:
        best = float("inf")
        for child in node:
            best = min(best, minimax(child, depth - 1, True))
        return best
""",
    "zero-start-max": """
def max_valor(estado, alfa, beta):
    if not isinstance(estado, list):
        return estado
    v = 0
    for s in estado:
        v = max(v, min_valor(s, alfa, beta))
        if v >= beta:
            return v
        alfa = max(alfa, v)
    return v

def min_valor(estado, alfa, beta):
    if not isinstance(estado, list):
        return estado
    v = 10**6
    for s in estado:
        v = min(v, max_valor(s, alfa, beta))
        if v <= alfa:
            return v
        beta = min(beta, v)
    return v

def busca_alfa_beta(estado):
    return max_valor(estado, -10**6, 10**6)
""",
    "halved": """
def expectimax(node, is_max):
    if not isinstance(node, list):
        return node
    if is_max:
        return max(expectimax(c, False) for c in node)
    p = 0.5
    return sum(p * expectimax(c, True) for c in node)
""",
    "two-players": """
def maxn(node, player):
    if not isinstance(node, list):
        return node
    results = [maxn(c, (player+1) % 2) for c in node]
    return max(results, key=lambda r: r[player])
""",
    "swapped": """
def minimax(no, profundidade, eh_max):
    if not isinstance(no, list):
        return no
    if eh_max:
        melhor = float('inf')
        for f in no:
            melhor = min(melhor, minimax(f, profundidade-1, False))
    else:
        melhor = float('-inf')
        for f in no:
            melhor = max(melhor, minimax(f, profundidade-1, True))
    return melhor
""",
    "window-exchanged": """
def negamax(node, depth, alpha, beta, color):
    if not isinstance(node, list):
        return node * color
    best = -9999
    for c in node:
        v = -negamax(c, depth - 1, -alpha, -beta, -color)
        best = max(best, v)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best
""",
    "nothing-cut": """
def max_value(node, alpha, beta):
    if not isinstance(node, list):
        return node
    v = float("-inf")
    for c in node:
        v = max(v, min_value(c, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v
def min_value(node, alpha, beta):
    if not isinstance(node, list):
        return node
    v = float("inf")
    for c in node:
        v = min(v, max_value(c, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v
def alphabeta_search(node):
    return max_value(node, float("-inf"), float("inf"))
""",
}  # fmt: skip
"""Submissions with one known mistake, whose name begins their name."""

UNNAMED = {
    "chance": """
import random
def minimax(node, maximizing=True):
    if not isinstance(node, list):
        return node
    return random.choice([minimax(c, not maximizing) for c in node])
""",
}
"""Wrong or unusual submissions that no known mistake explains."""

BOTS = {
    "": """
LINHAS = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def ganhou(casas, m):
    return any(all(casas[i] == m for i in l) for l in LINHAS)
memo = {}
def valor(casas, vez, eu, ele):
    k = (tuple(casas), vez)
    if k in memo: return memo[k]
    if ganhou(casas, eu): r = 1
    elif ganhou(casas, ele): r = -1
    elif "." not in casas: r = 0
    else:
        vs = []
        for i in range(9):
            if casas[i] == ".":
                c = casas[:]; c[i] = vez
                vs.append(valor(c, ele if vez == eu else eu, eu, ele))
        r = max(vs) if vez == eu else min(vs)
    memo[k] = r
    return r
def melhorJogada(tabuleiro, jogador, adversario):
    memo.clear()
    casas = [m for linha in tabuleiro for m in linha]
    melhor, jogada = -2, None
    for i in range(9):
        if casas[i] == ".":
            c = casas[:]; c[i] = jogador
            v = valor(c, adversario, jogador, adversario)
            if v > melhor: melhor, jogada = v, (i // 3, i % 3)
    return jogada
""",
    "counts-from-one": """
def decide(cells, player):
    for i in range(9):
        if cells[i] == ".":
            return i + 1
""",
    "first-move": """
import numpy as np
def choose(board, player):
    b = np.array(board)
    free = np.argwhere(b == ".")
    return tuple(free[0])
""",
    "last-move": """
def choose(position):
    return max(position.moves(), key=lambda m: m)
""",
}  # fmt: skip
"""Players of tic-tac-toe by the name of their mistake; the right one has none."""

RULES = """
def vencedor(tabuleiro):
    for i in range(3):
        if tabuleiro[i][0] != "." and tabuleiro[i][0] == tabuleiro[i][1] == tabuleiro[i][2]: return tabuleiro[i][0]
        if tabuleiro[0][i] != "." and tabuleiro[0][i] == tabuleiro[1][i] == tabuleiro[2][i]: return tabuleiro[0][i]
    if tabuleiro[1][1] != "." and (tabuleiro[0][0] == tabuleiro[1][1] == tabuleiro[2][2] or tabuleiro[0][2] == tabuleiro[1][1] == tabuleiro[2][0]): return tabuleiro[1][1]
    return None
def fim_de_jogo(tabuleiro):
    return vencedor(tabuleiro) is not None or all("." not in l for l in tabuleiro)
def jogadas_validas(tabuleiro):
    if fim_de_jogo(tabuleiro): return []
    return [(l, c) for l in range(3) for c in range(3) if tabuleiro[l][c] == "."]
def fazer_jogada(tabuleiro, jogador, linha, coluna):
    novo = [l[:] for l in tabuleiro]; novo[linha][coluna] = jogador
    return novo
"""
"""The rules of tic-tac-toe with Portuguese names."""

ONE_DIAGONAL = RULES.replace(" or tabuleiro[0][2] == tabuleiro[1][1] == tabuleiro[2][0]", "")
"""Rules that forget one of the diagonals."""

CONSTANT = """
def evaluează(tablă, jucător):
    return 0
"""
"""An evaluation with Romanian names that knows nothing."""
