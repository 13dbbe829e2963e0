"""The report of an examination, gathered from its events, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.conformance.events import AllPositions, Card, Event, Feature, NextPosition, Perft, RandomGames, Speed
from plyground.conformance.faults import Failure


@dataclass
class Report:
    """The results of an examination; None or empty for parts that were not reached."""

    failures: list[Failure] = field(default_factory=list)
    card: Card | None = None
    played: RandomGames | None = None
    whole: AllPositions | None = None
    perft: list[Perft] = field(default_factory=list)
    speed: Speed | None = None
    features: list[Feature] = field(default_factory=list)
    at: NextPosition | None = None  # place where the rules were called last

    def take(self, event: Event) -> None:
        """Add an event to the report."""
        match event:
            case NextPosition():
                self.at = event
            case Failure():
                self.failures.append(event)
            case Card():
                self.card = event
            case RandomGames():
                self.played = event
            case AllPositions():
                self.whole = event
            case Perft():
                self.perft.append(event)
            case Speed():
                self.speed = event
            case Feature():
                self.features.append(event)
