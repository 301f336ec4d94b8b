"""The pictures of the pages."""

# By page what must be in view, by the keys of its charts.
CHARTS = {
    "mixture": ("mixture-plane", "mixture-trace"),
    "landscape": ("landscape-map", "landscape-plane"),
    "neighbours": ("neighbours-plane", "neighbours-curve"),
    "networks": ("networks-graph", "networks-beside", "networks-trace"),
    "active": ("active-curves", "active-film"),
    "credal-partition": ("credal-plane", "credal-trace"),
    "eknnclus": ("eknnclus-plane", "eknnclus-clusters", "eknnclus-energy"),
    "what-if": ("whatif-curves",),
    "suspects": ("suspects-plane",),
    "labels": ("labels-simulate-plane", "labels-histogram", "labels-ternary"),
    "crowd": ("crowd-map",),
    "playground": ("playground-bars", "playground-lattice"),
}
