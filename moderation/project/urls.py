"""Every address of the site.

A surface's paths, its view, its template and its test share a stem.
"""

from django.contrib import admin
from django.urls import path
from django.views.i18n import set_language

from moderation.events import check_in, deletion, exports, organisers, sign_up, views, zone
from moderation.events import record_import as events
from moderation.events.archive import views as archive
from moderation.events.live_board import views as hall
from moderation.events.seating import views as rounds
from moderation.help import balance
from moderation.help import styleguide as look
from moderation.help import views as help
from moderation.ops.console import views as start
from moderation.ops.health import robots
from moderation.people import admin_views, privacy_page
from moderation.people import views as own
from moderation.printables import views as paper
from moderation.project.admin_login import login
from moderation.recap import views as story
from moderation.statistics import views as statistics
from moderation.surfaces.desk import views as desk
from moderation.surfaces.phone import views as phone
from moderation.surfaces.screen import views as screen
from moderation.tables import views as tables
from moderation.tables.lobby import rehearsal_views
from moderation.tables.lobby import seat_claim_views as lobby_returning
from moderation.tables.lobby import views as lobby
from moderation.tables.setup import card_swap, dealing, seat_claims, seat_views

handler400 = "moderation.project.error_pages.bad_request"
urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("language/", set_language, name="set_language"),
    path("light/", look.light, name="set_light"),
    path("admin/login/", login, name="admin_login"),
    path("admin/", admin.site.urls),
    # the host console, and the connection check
    path("here/", start.start, name="start"),
    path("here/address/", start.address, name="start_address"),
    path("here/wifi/", start.wifi, name="start_wifi"),
    path("here/tablet/", start.tablet, name="start_tablet"),
    path("here/backup/", start.backup, name="start_backup"),
    path("here/stop/", start.stop, name="start_stop"),
    path("here/status/", start.status, name="house_status"),
    path("check/", start.check, name="check"),
    path("check/found/", start.checked, name="checked"),
    # joining and creating tables
    path("", lobby.home, name="home"),
    path("new/", lobby.create, name="create"),
    path("new/rehearsal/", rehearsal_views.rehearse, name="rehearse"),
    path("j/<code>/", lobby.join, name="join"),
    path("j/<code>/back/", lobby_returning.seat_back, name="seat_back"),
    path("j/<code>/qr.svg", lobby.qr_join, name="qr_join"),
    path("host/<token>/", lobby.host_link, name="host_link"),
    path("seat/<token>/", lobby.seat_link, name="seat_link"),
    path("organiser/<token>/", organisers.organiser_link, name="organiser_link"),
    path("desk/link/<token>/", lobby.desk_link, name="desk_link"),
    path("desk/again/<int:session_id>/", lobby.desk_reopen, name="desk_reopen"),
    # a player's phone
    path("t/<code>/", phone.phone, name="phone"),
    path("t/<code>/answer/", phone.answer, name="answer"),
    path("t/<code>/looked/", phone.looked, name="looked"),
    path("t/<code>/agree/", phone.agree, name="agree"),
    path("t/<code>/face/", phone.face, name="face"),
    path("t/<code>/ready/", phone.ready, name="ready"),
    path("t/<code>/take-back/", phone.take_back, name="take_back"),
    path("t/<code>/without/", phone.go_without, name="go_without"),
    path("t/<code>/back/", phone.come_back, name="come_back"),
    path("t/<code>/seat-back/", phone.seat_back, name="agree_seat_back"),
    path("t/<code>/leave/", phone.leave, name="leave"),
    path("comfort/", phone.comfort, name="comfort"),
    # the moderator's desk
    path("desk/<code>/", desk.desk, name="desk"),
    path("desk/<code>/move/", desk.desk_move, name="desk_move"),
    path("desk/<code>/undo/", desk.desk_undo, name="desk_undo"),
    path("desk/<code>/redo/", desk.desk_redo, name="desk_redo"),
    path("desk/<code>/play-on/", desk.desk_play_on, name="desk_play_on"),
    path("desk/<code>/bots/", desk.desk_bots, name="desk_bots"),
    path("desk/<code>/clock/", desk.desk_clock, name="desk_clock"),
    path("desk/<code>/go-on/", desk.desk_go_on, name="desk_go_on"),
    path("desk/<code>/pause/", desk.desk_pause, name="desk_pause"),
    path("desk/<code>/without/", desk.desk_go_without, name="desk_go_without"),
    path("desk/<code>/longer/", desk.desk_longer, name="desk_longer"),
    path("desk/<code>/warn/", desk.desk_warn, name="desk_warn"),
    path("desk/<code>/said/", desk.desk_said, name="desk_said"),
    path("desk/<code>/help/", desk.desk_help, name="desk_help"),
    path("desk/<code>/lesson/", desk.desk_lesson, name="desk_lesson"),
    path("desk/<code>/answer/<int:seat_id>/", desk.desk_answer, name="desk_answer"),
    # the shared screen
    path("screen/<code>/", screen.screen, name="screen"),
    # the recap of a finished game
    path("t/<code>/story/", story.phone_story, name="phone_story"),
    path("t/<code>/story/picture.svg", story.phone_picture, name="phone_picture"),
    path("desk/<code>/story/", story.desk_story, name="desk_story"),
    path("desk/<code>/story/step/", story.desk_story_step, name="desk_story_step"),
    path("desk/<code>/story/picture.svg", story.desk_picture, name="desk_picture"),
    path("screen/<code>/story/", story.screen_story, name="screen_story"),
    path("events/table/<int:session_id>/story/", story.event_story, name="event_story"),
    # the moderator's table: its ring
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
    # ... its cards and deal
    path("desk/<code>/cards/", dealing.desk_cards, name="desk_cards"),
    path("desk/<code>/cards/counts/", dealing.desk_counts, name="desk_counts"),
    path("desk/<code>/cards/chosen/", dealing.desk_chosen, name="desk_chosen"),
    path("desk/<code>/cards/deal/", dealing.desk_deal, name="desk_deal"),
    path("desk/<code>/cards/type/", dealing.desk_type_deal, name="desk_type_deal"),
    path("desk/<code>/cards/swap/", card_swap.desk_swap_cards, name="desk_swap_cards"),
    path("desk/<code>/cards/back/", dealing.desk_take_back, name="desk_take_back"),
    path("desk/<code>/begin/", dealing.desk_begin, name="desk_begin"),
    # ... and its settings, desks and end
    path("desk/<code>/settings/", tables.desk_settings, name="desk_settings"),
    path("desk/<code>/invite/", tables.desk_invite, name="desk_invite"),
    path("desk/<code>/link/<int:link_id>/", tables.desk_link_state, name="desk_link_state"),
    path("desk/<code>/hand-over/", tables.desk_hand_over, name="desk_hand_over"),
    path("desk/<code>/take/", tables.desk_take, name="desk_take"),
    path("desk/<code>/again/", tables.desk_again, name="desk_again"),
    path("desk/<code>/close/", tables.desk_close, name="desk_close"),
    path("desk/<code>/export/", tables.desk_export, name="desk_export"),
    # help, open to all
    path("help/", help.help_index, name="help_index"),
    path("help/<slug>/", help.help_pages, name="help"),
    path("help/<slug>/<page>/", help.help_page, name="help_page"),
    path("balance/", balance.balance_index, name="balance_index"),
    path("balance/<slug>/", balance.balance, name="balance"),
    # pages to print
    path("paper/<slug>/cards/", paper.paper_cards, name="paper_cards"),
    path("paper/<slug>/crib/", paper.paper_crib, name="paper_crib"),
    path("paper/<slug>/aid/", paper.paper_aid, name="paper_aid"),
    path("paper/<game>/board/", paper.paper_board, name="paper_board"),
    path("desk/<code>/paper/", paper.desk_paper, name="desk_paper"),
    path("desk/<code>/paper/board/", paper.desk_board, name="desk_board"),
    path("desk/<code>/paper/result/", paper.desk_result, name="desk_result"),
    path("desk/<code>/paper/<kind>/", paper.desk_sign, name="desk_sign"),
    path("events/<int:event_id>/paper/", paper.event_paper, name="event_paper"),
    path("events/<int:event_id>/paper/programme/", paper.event_programme, name="event_programme"),
    path("events/<int:event_id>/paper/seats/", paper.event_seats, name="event_seats"),
    path("events/<int:event_id>/paper/results/", paper.event_sheet, name="event_sheet"),
    path("events/<int:event_id>/paper/<kind>/", paper.event_signs, name="event_signs"),
    path("look/", look.components, name="components"),
    path("credits/", look.credits, name="credits"),
    # organisers
    path("events/", views.events, name="events"),
    path("events/zone/", zone.venue_zone, name="venue_zone"),
    path("events/calendar.ics", exports.calendar_file, name="calendar_file"),
    path("events/<int:event_id>/results.csv", exports.results_file, name="results_file"),
    path("events/<int:event_id>/guests.csv", exports.guests_file, name="guests_file"),
    path("events/<int:event_id>/", views.event, name="event"),
    path("events/<int:event_id>/evening.zip", archive.evening_out, name="evening_out"),
    path("events/in/", archive.evening_in, name="evening_in"),
    path("events/<int:event_id>/edit/", views.event_edit, name="event_edit"),
    path("events/<int:event_id>/state/", views.event_state, name="event_state"),
    path("events/<int:event_id>/delete/", deletion.event_delete, name="event_delete"),
    path("events/<int:event_id>/door/", check_in.door, name="door"),
    path("events/<int:event_id>/list/", check_in.door_list, name="door_list"),
    path("events/<int:event_id>/sweep/", check_in.door_sweep, name="door_sweep"),
    path("events/guest/<int:guest_id>/", check_in.door_guest, name="door_guest"),
    path("events/round/<int:round_id>/", rounds.round_seats, name="round_seats"),
    path("events/round/<int:round_id>/do/", rounds.round_deed, name="round_deed"),
    path("events/round/table/<int:session_id>/desk/", rounds.round_desk, name="round_desk"),
    path("events/<int:event_id>/hall/", hall.board, name="hall"),
    path("events/<int:event_id>/hall/say/", hall.say, name="hall_say"),
    path("events/<int:event_id>/hall/silence/", hall.silence, name="hall_silence"),
    path("events/<int:event_id>/hall/screen/", hall.switch, name="hall_switch"),
    path("events/table/<int:session_id>/help/", hall.help, name="hall_help"),
    path("e/<key>/hall/", hall.screen, name="hall_screen"),
    path("e/<key>/seat/", sign_up.my_seat, name="my_seat"),
    path("e/<key>/", sign_up.sign_up, name="sign_up"),
    path("e/<key>/calendar.ics", exports.guest_calendar, name="guest_calendar"),
    path("e/<key>/qr.svg", sign_up.qr_sign_up, name="qr_sign_up"),
    path("events/table/<int:session_id>/", views.move_table, name="move_table"),
    path("events/table/<int:session_id>/place/", views.place_table, name="place_table"),
    path("events/table/<int:session_id>/delete/", deletion.table_delete, name="table_delete"),
    path("events/organisers/", organisers.organiser_invite, name="organiser_invite"),
    path("events/organisers/<int:pass_id>/", organisers.organiser_remove, name="organiser_remove"),
    path("events/organisers/link/<int:link_id>/", organisers.organiser_link_state, name="organiser_link_state"),
    # remembered people, and statistics
    path("data/", privacy_page.rights, name="rights"),
    path("me/", own.me, name="me"),
    path("me/data/", own.me_data, name="me_data"),
    path("me/data.json", own.me_file, name="me_file"),
    path("people/", admin_views.people, name="people"),
    path("people/<int:person_id>/", admin_views.person, name="person"),
    path("people/<int:person_id>/do/", admin_views.person_deed, name="person_deed"),
    path("people/<int:person_id>/data.json", admin_views.person_file, name="person_file"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/count/", statistics.statistics_index, name="statistics_index"),
    path("statistics/<slug:name>.csv", statistics.statistics_file, name="statistics_file"),
    path("import/", events.import_record, name="import_record"),
]
