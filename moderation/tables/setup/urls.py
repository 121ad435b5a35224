"""Addresses of a table before play: seats and cards."""

from django.urls import path

from moderation.tables.setup import card_swap, dealing, seat_claims, seat_views

urlpatterns = [
    path("desk/<code>/seat/<int:seat_id>/", seat_views.desk_seat, name="desk_seat"),
    path("desk/<code>/seat/<int:seat_id>/rename/", seat_views.desk_rename, name="desk_rename"),
    path("desk/<code>/seat/<int:seat_id>/face/", seat_views.desk_face, name="desk_face"),
    path("desk/<code>/seat/<int:seat_id>/remove/", seat_views.desk_remove, name="desk_remove"),
    path("desk/<code>/seat/<int:seat_id>/bot/", seat_views.desk_bot, name="desk_bot"),
    path("desk/<code>/seats/links/", seat_views.desk_seat_links, name="desk_seat_links"),
    path("desk/<code>/seat/<int:seat_id>/link/", seat_views.desk_seat_link, name="desk_seat_link"),
    path("desk/<code>/seat/<int:seat_id>/card/", seat_views.desk_card, name="desk_card"),
    path("desk/<code>/seats/add/", seat_views.desk_add_seat, name="desk_add_seat"),
    path("desk/<code>/seats/remove/", seat_views.desk_thin_out, name="desk_thin_out"),
    path("desk/<code>/seats/return/", seat_claims.desk_return, name="desk_return"),
    path("desk/<code>/seats/let-in/", seat_claims.desk_let_in, name="desk_let_in"),
    path("desk/<code>/seats/put-back/", seat_views.desk_put_back, name="desk_put_back"),
    path("desk/<code>/seats/sweep/", seat_views.desk_sweep, name="desk_sweep"),
    path("desk/<code>/door/", seat_views.desk_door, name="desk_door"),
    path("desk/<code>/seats/order/", seat_views.desk_order, name="desk_order"),
    path("desk/<code>/cards/", dealing.desk_cards, name="desk_cards"),
    path("desk/<code>/cards/counts/", dealing.desk_counts, name="desk_counts"),
    path("desk/<code>/cards/chosen/", dealing.desk_chosen, name="desk_chosen"),
    path("desk/<code>/cards/deal/", dealing.desk_deal, name="desk_deal"),
    path("desk/<code>/cards/type/", dealing.desk_type_deal, name="desk_type_deal"),
    path("desk/<code>/cards/swap/", card_swap.desk_swap_cards, name="desk_swap_cards"),
    path("desk/<code>/cards/back/", dealing.desk_take_back, name="desk_take_back"),
    path("desk/<code>/begin/", dealing.desk_begin, name="desk_begin"),
]
