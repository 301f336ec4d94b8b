"""What moves in the browser without asking the server: the player, and traces that grow."""

from belieflab.ui.method.player.clicking import watch_clicks
from belieflab.ui.method.player.images import draw_image_buttons
from belieflab.ui.method.player.player import draw_player
from belieflab.ui.method.player.pushing import push_charts, push_steps, push_traces

__all__ = [
    "draw_image_buttons",
    "draw_player",
    "push_charts",
    "push_steps",
    "push_traces",
    "watch_clicks",
]
