"""How fast the laboratory is beside what a person would use instead, on this machine."""
