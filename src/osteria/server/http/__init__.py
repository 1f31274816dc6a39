"""The HTTP application: routes, API, pages, and what holds for every request."""
