"""The table of contents: which rule answers which action, and how the rules go on by themselves."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.actions import played_doubles, played_kind, played_singles
from osteria.games.pizzeria.cards import OWN_KIND
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.drawing import draw_ingredient, draw_order, draw_orders, draw_supply
from osteria.games.pizzeria.rules.filling import add_card, first_open, is_nothing_short
from osteria.games.pizzeria.rules.help import ask_for_help, decline, give_kind, pay_reward, turn_up_reward, want
from osteria.games.pizzeria.rules.match import give_up_match, match_card, pick_opponent, reveal
from osteria.games.pizzeria.rules.orders import give_up, judge_order
from osteria.games.pizzeria.rules.oven import turn_next_card
from osteria.games.pizzeria.rules.own_kind import hold, settle_bid, show
from osteria.games.pizzeria.rules.rounds import (
    close_round,
    deal_first_ingredient,
    deal_first_order,
    end_turn,
    start_game,
)
from osteria.games.pizzeria.rules.series import close_series, join_series, name_amount, offer_series
from osteria.games.pizzeria.rules.settling import settle_open_orders, settle_series
from osteria.games.pizzeria.rules.turn import begin_turn, play_ingredients, play_no_order, play_order
from osteria.games.pizzeria.rules.ways import pick_kind


@kernel
def act(s: Pizzeria, action: int, log: Log) -> None:
    """Apply one small action, then whatever is forced, until somebody is asked."""
    answer(s, action, log)
    go_on(s, log)


@kernel
def answer(s: Pizzeria, action: int, log: Log) -> None:
    """Apply one small action, without what is forced after it."""
    if s["phase"] == r.SCORING:
        act_in_scoring(s, action, log)
    else:
        act_in_turn(s, action, log)


@kernel
def act_in_turn(s: Pizzeria, action: int, log: Log) -> None:
    """MM-3 to MM-10, SM-3 to SM-10."""
    ask = s["ask"]
    if ask == r.DEAL:
        deal(s, action - a.DEAL, log)
    elif ask == r.PLAY:
        play_ingredients(s, played_kind(action), played_singles(action), played_doubles(action), log)
    elif ask == r.ORDER:
        if action == a.NO_ORDER:
            play_no_order(s, log)
        else:
            play_order(s, action - a.ORDER, log)
    elif ask == r.DRAW:
        if action == a.DRAW_SUPPLY:
            draw_supply(s, log)
        else:
            draw_orders(s, log)
    elif ask == r.DEAL_ORDER:
        deal_order(s, action - a.DEAL_ORDER, log)
    elif ask == r.START:
        start_game(s, action - a.START, log)


@kernel
def act_in_scoring(s: Pizzeria, action: int, log: Log) -> None:
    """C-2, SM-21 to SM-33, HP-2 to HP-6."""
    ask = s["ask"]
    if ask == r.FILL:
        fill(s, action, log)
    elif ask == r.HELP:
        if action == a.DECLINE:
            decline(s, log)
        else:
            give_kind(s, action - a.GIVE, log)
    elif ask == r.WAY:
        if action == a.GIVE_UP:
            give_up(s, log)
        else:
            pick_kind(s, action - a.KIND, log)
    elif ask == r.JOIN:
        if action == a.CLOSE_SERIES:
            close_series(s, log)
        else:
            join_series(s, action - a.JOIN, log)
    elif ask == r.CLOSE:
        close_round(s, log)
    else:
        act_on_opponents(s, action, log)


@kernel
def act_on_opponents(s: Pizzeria, action: int, log: Log) -> None:
    """SM-21 (amounts), SM-27, SM-29, and HP-6 by chance."""
    ask = s["ask"]
    if ask == r.BLOCK:
        if action == a.SHOW:
            show(s, log)
        else:
            hold(s, log)
    elif ask == r.PICK:
        pick_opponent(s, action - a.PICK, log)
    elif ask == r.REVEAL:
        reveal(s, action - a.REVEAL, log)
    elif ask == r.MATCH:
        if action == a.GIVE_UP:
            give_up_match(s, log)
        else:
            match_card(s, action - a.MATCH, log)
    elif ask == r.AMOUNTS:
        name_amount(s, action - a.KIND, log)
    elif ask == r.DEAL_ORDER:
        turn_up_reward(s, action - a.DEAL_ORDER, log)


@kernel
def deal(s: Pizzeria, card: int, log: Log) -> None:
    """MM-3, MM-6: a card of the supply, for the set-up or for a draw."""
    if s["dealing"] == r.SETTING_UP:
        deal_first_ingredient(s, card, log)
    else:
        draw_ingredient(s, card, log)


@kernel
def deal_order(s: Pizzeria, order: int, log: Log) -> None:
    """MM-3, MM-6: an order of the own stack, for the set-up or for a draw."""
    if s["dealing"] == r.SETTING_UP:
        deal_first_order(s, order, log)
    else:
        draw_order(s, order, log)


@kernel
def fill(s: Pizzeria, action: int, log: Log) -> None:
    """C-2: the owner adds a card, settles, asks for help or gives up."""
    if action == a.GIVE_UP:
        give_up(s, log)
    elif action == a.ASK:
        ask_for_help(s, log)
    elif action == a.SETTLE:
        settle(s, log)
    elif action >= a.WANT:
        want(s, action - a.WANT, log)
    else:
        add(s, action - a.ADD, log)


@kernel
def add(s: Pizzeria, card: int, log: Log) -> None:
    """C-4: a card is added; an order that needs no more is filled at once (SM-22: a series is settled)."""
    add_card(s, card, log)
    if first_open(s) != OWN_KIND and is_nothing_short(s):
        settle_open_orders(s, log)


@kernel
def settle(s: Pizzeria, log: Log) -> None:
    """SM-22: a series is settled as it is; SM-26, SM-27: a bid stands."""
    tell(log, t.SETTLE, s["owner"])
    if first_open(s) == OWN_KIND:
        settle_bid(s, log)
    else:
        settle_series(s, log)


@kernel
def go_on(s: Pizzeria, log: Log) -> None:
    """G-6: what is forced happens unasked, until somebody is asked."""
    while s["ask"] == r.NOBODY:
        step_once(s, log)


@kernel
def step_once(s: Pizzeria, log: Log) -> None:
    """One step of what is forced."""
    step = s["step"]
    if step == r.TURN_ENDS:
        end_turn(s, log)
    elif step == r.TURN_BEGINS:
        begin_turn(s, log)
    elif step == r.OVEN_TURNS:
        turn_next_card(s, log)
    elif step == r.ORDER_JUDGED:
        judge_order(s, log)
    elif step == r.SERIES_GROWS:
        offer_series(s)
    elif step == r.REWARD_DUE:
        pay_reward(s, log)
