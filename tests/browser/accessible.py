"""What axe finds on a page that has come to rest."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# What fades in has its colours only at the end; what never ends is not waited for. A fade may begin a frame later.
FADED = """() => new Promise((done) => {
  const fades = ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity;
  let calm = 0;
  const look = () => {
    calm = document.getAnimations().some(fades) ? 0 : calm + 1;
    if (calm > 3) done(true); else setTimeout(() => requestAnimationFrame(look), 30);
  };
  look();
})"""
_axe = Axe()


def hindrances(page: Page) -> dict[str, list[str]]:
    """What hinders somebody by axe's rules, and where."""
    page.evaluate(FADED)
    found = _axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return {one["id"]: [str(node["target"]) for node in one["nodes"]][:3] for one in found}
