"""Osteria: four table games, by the book."""

from importlib.metadata import version

__version__ = version("osteria")
