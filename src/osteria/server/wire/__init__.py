"""What travels: messages, bodies, views, refusals, endpoints, as types; `protocol/` is made from them."""
