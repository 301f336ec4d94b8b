"""The drag of the README as a small animation: ``python tests/recording.py``.

The slider of the label noise on the Mixture page is dragged there and back, without a release.
"""

import io
import sys
from pathlib import Path

from app_server import ROOT, running_app
from browsing import open_browser, open_page, until, wait_ready
from PIL import Image

TARGET = ROOT / ".github" / "pictures" / "drag.webp"
LINK = "/mixture?data=iris&labels=expert-doubt&labels.mean=0.1"
SLIDER = "st-key-mixture-noise"
LEVELS = "slider => window.belieflabSliders?.get(slider)?.levels.size ?? 0"
SIZE, WIDTH = (1280, 760), 900
SHARES = [0.1 + 0.03 * step for step in range(28)]
FRAME_MS, PAUSE_MS = 90, 700
MAX_BYTES = 1_000_000


def record(target: Path = TARGET) -> int:
    """Write the animation; returns its size in bytes."""
    pictures = []
    with running_app() as server, open_browser() as browser:
        page = open_page(browser, *SIZE)
        page.goto(server.url + LINK)
        wait_ready(page)
        box = page.locator(f".{SLIDER} [data-testid=stSlider]").bounding_box()
        thumb = page.locator(f".{SLIDER} input[type=range]").bounding_box()
        page.mouse.move(thumb["x"], thumb["y"])
        until(page, lambda: page.evaluate(LEVELS, SLIDER), lambda count: count > 25)
        page.mouse.down()
        for share in SHARES:
            page.mouse.move(box["x"] + share * box["width"], thumb["y"])
            page.wait_for_timeout(4 * FRAME_MS)  # a picture of every level, however slow this is
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            height = round(WIDTH * picture.height / picture.width)
            pictures.append(picture.resize((WIDTH, height), Image.Resampling.LANCZOS))
        page.mouse.up()
    pictures += pictures[-2:0:-1]
    pauses = [PAUSE_MS if at in (0, len(SHARES) - 1) else FRAME_MS for at in range(len(pictures))]
    look = {"save_all": True, "loop": 0, "quality": 55, "method": 4}
    pictures[0].save(target, append_images=pictures[1:], duration=pauses, **look)
    return target.stat().st_size


if __name__ == "__main__":
    size = record()
    if size > MAX_BYTES:
        raise SystemExit(f"{TARGET.name} has {size:,} bytes; {MAX_BYTES:,} are allowed.")
    sys.stdout.write(f"{TARGET.name}: {size:,} bytes\n")
