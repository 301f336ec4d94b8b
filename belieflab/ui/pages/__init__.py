"""One package per page; pages do not import each other."""
