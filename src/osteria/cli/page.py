"""`osteria page`: a page that plays without a house."""

from pathlib import Path

from rich.console import Console


def page(folder: Path) -> None:
    """Write a page that plays without a house: a folder of files for any web host.

    People open it once and then play against bots, pass the device around, learn and look back anywhere, also without a
    network: the rules run in the browser as WebAssembly, and games are kept on the device. It wants to lie at the root of its
    host, and https (or localhost) to be kept for the time without a network.

    Parameters
    ----------
    folder
        Where to write it; made if it is not there.
    """
    from osteria.lab.wasm.modules import INDEX, folder_of_modules
    from osteria.lab.wasm.page import write_page
    from osteria.server.http.pages import STATIC

    if not (folder_of_modules() / INDEX).is_file():
        console = Console(stderr=True)
        console.print("making modules from the compiled rules (compiled first where that was not done yet)")
    write_page(folder, STATIC)
    print(folder / "index.html")
