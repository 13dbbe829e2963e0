"""The routes of a class: the entrance, and the rooms of its teacher."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.i18n import _
from plyground.store.records import KeptAnswer
from plyground.web.access import CLASS_COOKIE, TEACHER_COOKIE, Role, network_of, peer_of
from plyground.web.code_attempts import CodeCheck
from plyground.web.components.classroom.teacher_only import TEACHER_ONLY
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.static_files import BASE
from plyground.web.connected.routing import Router
from plyground.web.pages.classroom.entrance import class_page, entrance_page, teacher_link
from plyground.web.preferences import COOKIE_AGE_S, local_path, referring_path
from plyground.web.services import Services

OPEN_FILES = ("page.css", "wait_for_server.js", "icon.svg", "manifest.json", "fonts/inter.woff2")
OPEN_PATHS = ("/enter", "/health", "/preferences", *(f"{BASE}/{file}" for file in OPEN_FILES))
"""Paths that are open to strangers."""

router = Router()


def refuse_visitor(request: Request, _error: Exception) -> Response:
    """Answer a visitor who has requested a page for teachers. A student who types the address of the class comes to the
    lesson.
    """
    is_lesson = request.method == "GET" and request.url.path in ("/class", "/class/live")
    if is_lesson and getattr(request.state, "attends", False):
        return RedirectResponse("/live", 303)
    sentence = _("Open it in the browser in which you opened the link that plyground printed when it started.")
    return notice(PageLayout.of(request), _("This page is the teacher's"), sentence, 403)


def entrance(request: Request) -> Response:
    """Answer a stranger: ask for the code of the class, or refuse if there is no class."""
    if Services.of(request).policy.code:
        return entrance_page(request)
    sentence = _("Open it as 127.0.0.1 or localhost, on the computer on which it runs.")
    layout = PageLayout.of(request)._replace(is_open=False)
    return notice(layout, _("Other computers cannot open this page"), sentence, 403)


@router.get("/enter")
async def enter(request: Request, code: str = "", token: str = "", to: str = "/") -> Response:
    """Let in a browser that brings the code of the class, or the teacher's token."""
    policy = Services.of(request).policy
    if token:
        if request.state.role is Role.TEACHER:
            return RedirectResponse(local_path(to), 303)
        checked = await policy.attempts.check(
            network_of(peer_of(request)), _browser(request), lambda: policy.redeem(token)
        )
        if checked.result is CodeCheck.RIGHT:
            return _admitted(
                policy.cookie(TEACHER_COOKIE), await run_in_threadpool(policy.sessions.begin), local_path(to)
            )
        sentence = _("Each link works once. Make another one on the page “Class”, or start plyground again.")
        return notice(PageLayout.of(request), _("This link was used already"), sentence, 403)
    return await _checked(request, code) if code else entrance(request)


@router.post("/enter")
async def enter_by_form(request: Request) -> Response:
    """Let in a browser whose form brings the code of the class."""
    return await _checked(request, str((await request.form()).get("code", "")))


@router.get("/class", before=TEACHER_ONLY)
def show_class(request: Request) -> Response:
    """Show the invitation to the class."""
    return class_page(request)


@router.post("/class/link", before=TEACHER_ONLY)
def make_link(request: Request) -> Response:
    """Show a new link that makes another browser the teacher's."""
    services = Services.of(request)
    return class_page(request, teacher_link(services.url, services.policy.new_token(), "/class"))


@router.post("/class/sign-out", before=TEACHER_ONLY)
async def sign_out(request: Request) -> Response:
    """End the teacher's session of this browser, or of all others."""
    policy = Services.of(request).policy
    sessions, token = policy.sessions, request.cookies.get(policy.cookie(TEACHER_COOKIE), "")
    if "others" in await request.form(max_files=0, max_fields=2):
        await run_in_threadpool(sessions.end_others, token)
        return RedirectResponse("/class", 303)
    await run_in_threadpool(sessions.end, token)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(policy.cookie(TEACHER_COOKIE))
    return answer


@router.get("/class/answers", before=TEACHER_ONLY)
def show_answers(request: Request) -> Response:
    """Show all answers of the class."""
    from plyground.web.pages.classroom.answers import answers_page

    return answers_page(request, _all_answers(request))


@router.get("/class/answers.csv", before=TEACHER_ONLY)
def save_answers(request: Request) -> Response:
    """Return all answers of the class as a table."""
    from plyground.web.pages.classroom.answers import answers_file

    return answers_file(_all_answers(request))


def _all_answers(request: Request) -> list[KeptAnswer]:
    """Return the answers in and outside of sets, by exercise, student and time."""
    from plyground.web.components.classroom.set_answers import answered_in_sets

    store = Services.of(request).store.open()
    answers = [*store.answered(), *answered_in_sets(store.classbook)]
    return sorted(answers, key=lambda each: (each.exercise, each.number, each.student))


async def _checked(request: Request, code: str) -> Response:
    policy, network = Services.of(request).policy, network_of(peer_of(request))
    checked = await policy.attempts.check(network, _browser(request), lambda: policy.is_class_code(code))
    if checked.result is not CodeCheck.RIGHT:
        return entrance_page(request, checked)
    back = referring_path(request)
    return _admitted(policy.cookie(CLASS_COOKIE), policy.class_mark, "/" if back.startswith("/enter") else back)


def _browser(request: Request) -> str:
    """Return the token by which wrong codes of a browser are counted; browsers without cookies count as one."""
    return "" if request.state.is_new else str(request.state.visitor)


def _admitted(cookie: str, mark: str, path: str) -> Response:
    answer = RedirectResponse(path, 303)
    answer.set_cookie(cookie, mark, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
    return answer
