"""The attributes of a form that changes its own page: one address with scripts and without."""

from django.template import Context, Template


def test_a_form_posts_to_one_address_with_scripts_and_without() -> None:
    html = Template('{% load posts %}<form {% posts "desk_remove" code seat %}>').render(
        Context({"code": "BFHJ", "seat": 7})
    )
    assert html.count('="/desk/BFHJ/seat/7/remove/"') == 2
    assert 'method="post"' in html
    assert 'hx-target="#view"' in html


def test_what_stands_in_an_address_is_no_markup() -> None:
    html = Template('{% load posts %}{% posts "desk_deal" code %}').render(Context({"code": '"><b>'}))
    assert "<b>" not in html
