"""Wrong codes: guessing is slow for a browser and for a network, and a right code is heard in its turn."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.web.code_attempts import (
    FIRST_WAIT_S,
    FREE_OF_BROWSER,
    FREE_OF_NETWORK,
    MAX_PAUSE_S,
    MAX_WAIT_S,
    MEMORY_S,
    NETWORK_STEP,
    CodeAttempts,
    CodeCheck,
)


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def send(attempts: CodeAttempts, browser: str, *, is_right: bool = False, network: str = "school") -> CodeCheck:
    return asyncio.run(attempts.check(network, browser, lambda: is_right)).result


def test_a_browser_waits_longer_after_each_wrong_code() -> None:
    clock = Clock()
    attempts = CodeAttempts(clock)
    assert {send(attempts, "ana") for _code in range(FREE_OF_BROWSER)} == {CodeCheck.WRONG}
    wait_s = FIRST_WAIT_S
    for _code in range(8):
        clock.seconds += wait_s - 0.01
        assert send(attempts, "ana", is_right=True) is CodeCheck.TOO_MANY
        assert (
            send(attempts, "bob", is_right=True)
            is send(attempts, "ana", network="home", is_right=True)
            is CodeCheck.RIGHT
        )
        clock.seconds += 0.02
        assert send(attempts, "ana") is CodeCheck.WRONG
        wait_s = min(MAX_WAIT_S, 2 * wait_s)
    clock.seconds += MAX_WAIT_S
    assert send(attempts, "ana", is_right=True) is CodeCheck.RIGHT
    clock.seconds += MEMORY_S
    assert attempts.wrong.total == 0
    assert send(attempts, "ana") is CodeCheck.WRONG


@given(st.integers(0, 5000))
def test_the_delay_of_a_network_grows_and_has_a_bound(count: int) -> None:
    attempts = CodeAttempts(Clock())
    attempts._of_network["school"] = count
    pause = attempts.pause_s("school")
    assert pause <= MAX_PAUSE_S and (pause == 0) == (count < FREE_OF_NETWORK)
    attempts._of_network["school"] = count + NETWORK_STEP
    assert attempts.pause_s("school") >= pause
    assert attempts.pause_s("home") == 0


def test_free_cookies_do_not_help_and_the_right_code_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    slept: list[float] = []
    wait = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await wait(0)

    async def scene() -> tuple[CodeCheck, int, CodeAttempts]:
        attempts = CodeAttempts(Clock())

        async def guess(browser: str, network: str = "school", *, is_right: bool = False) -> CodeCheck:
            def judge() -> bool:
                heard.append(browser)
                return is_right

            return (await attempts.check(network, browser, judge)).result

        for number in range(FREE_OF_NETWORK):
            await guess(f"cookie {number}")
        assert not slept
        heard.clear()
        monkeypatch.setattr(asyncio, "sleep", sleep)
        flood = [asyncio.create_task(guess(f"new cookie {number}")) for number in range(100)]
        await wait(0)
        elsewhere = await guess("eva", "home", is_right=True)
        before = len(heard)
        honest = asyncio.create_task(guess("ana", is_right=True))
        await asyncio.gather(*flood, honest)
        assert elsewhere is CodeCheck.RIGHT
        return honest.result(), before, attempts

    result, before, attempts = asyncio.run(scene())
    assert result is CodeCheck.RIGHT
    assert before <= 3  # another network waits for nobody
    assert len(heard) == 102 and len(slept) == 100  # every wrong code of the network costs its pause
    assert attempts.wrong == (FREE_OF_NETWORK + 100, "school")
