"""What is refused before it is read has a page with a sentence, in both languages."""

import pytest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import AsyncRequestFactory, Client
from django.urls import reverse

from moderation.server.request_limits import REFUSED

pytestmark = pytest.mark.django_db
SENTENCES = {
    (413, "en"): "What was sent is larger than anything that is taken here. Nothing has changed.",
    (413, "fr"): "Ce qui a été envoyé est plus gros que tout ce qui est accepté ici. Rien n’a changé.",
    (408, "en"): "What was sent did not arrive in time.",
    (408, "fr"): "Ce qui a été envoyé n’est pas arrivé à temps.",
    (400, "en"): "No page of Veilleur sends such a request.",
    (400, "fr"): "Aucune page de Veilleur n’envoie une telle demande.",
}


def whole_chain(request: HttpRequest) -> HttpResponseBase:
    """The answer of all middlewares and views."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler.get_response(request)


@pytest.mark.parametrize(("status", "language"), [one for one in SENTENCES if one[0] != 400])
def test_what_is_refused_before_views_has_a_sentence(status: int, language: str) -> None:
    request = AsyncRequestFactory().post("/", headers={"accept-language": language})
    request.scope[REFUSED] = status
    answer = whole_chain(request)
    assert isinstance(answer, HttpResponse)
    assert (answer.status_code, SENTENCES[status, language] in answer.content.decode()) == (status, True)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "fields",
    [{"text": "x" * 3_000_000}, {f"f{number}": "" for number in range(1_100)}],
    ids=["a long text", "many fields"],
)
def test_a_form_with_too_much_in_it_has_a_sentence(fields: dict[str, str], language: str) -> None:
    answer = Client().post(reverse("home"), fields, headers={"accept-language": language})
    assert (answer.status_code, SENTENCES[413, language] in answer.content.decode()) == (413, True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_request_of_no_page_of_ours_has_a_sentence(language: str) -> None:
    answer = Client().get("/", headers={"host": "rebound.example", "accept-language": language})
    assert (answer.status_code, SENTENCES[400, language] in answer.content.decode()) == (400, True)
