"""Small symmetric matrices as lists of rows, for the ratings, without a numerical library."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Vector = list[float]
Matrix = list[Vector]


def zeros(size: int) -> Matrix:
    """Return a square matrix of zeros."""
    return [[0.0] * size for _row in range(size)]


def cholesky(matrix: Matrix) -> Matrix:
    """Return the lower triangle L with L·Lᵀ equal to a positive definite matrix. O(n³)."""
    size = len(matrix)
    lower = zeros(size)
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(map(float.__mul__, lower[row][:column], lower[column][:column]))
            lower[row][column] = sqrt(rest) if row == column else rest / lower[column][column]
    return lower


def solve(lower: Matrix, right: Vector) -> Vector:
    """Return the x with L·Lᵀ·x equal to ``right``. O(n²)."""
    size = len(lower)
    found = list(right)
    for row in range(size):
        found[row] = (found[row] - sum(map(float.__mul__, lower[row][:row], found[:row]))) / lower[row][row]
    for row in reversed(range(size)):
        below = sum(lower[other][row] * found[other] for other in range(row + 1, size))
        found[row] = (found[row] - below) / lower[row][row]
    return found


def inverse(lower: Matrix) -> Matrix:
    """Return the inverse of L·Lᵀ. O(n³)."""
    size = len(lower)
    return [solve(lower, [float(place == row) for place in range(size)]) for row in range(size)]


def product(first: Matrix, second: Matrix) -> Matrix:
    """Return the product of two matrices. O(n³)."""
    columns = list(zip(*second, strict=True))
    return [[dot(row, column) for column in columns] for row in first]


def transposed(matrix: Matrix) -> Matrix:
    """Return the matrix with rows and columns swapped."""
    return [list(column) for column in zip(*matrix, strict=True)]


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the sum of the products of two rows of numbers."""
    return sum(a * b for a, b in zip(first, second, strict=True))
