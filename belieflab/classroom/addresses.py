"""Where this machine is found on its network."""

import ipaddress
import socket


def network_addresses(listening: str = "0.0.0.0") -> list[str]:  # noqa: S104  (compared only)
    """The IPv4 addresses of this machine, the one it reaches its network by first.

    `listening` is where students are served; anything but all interfaces is the only one. Nothing
    is sent: connecting a datagram socket only asks the system for the way.
    """
    if not ipaddress.ip_address(listening).is_unspecified:
        return [listening]
    found = [_address_towards("192.0.2.1"), *_addresses_of_name()]
    usable = [address for address in dict.fromkeys(found) if address and _is_useful(address)]
    return usable or ["127.0.0.1"]


def _address_towards(target: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
        except OSError:  # no network at all
            return ""


def _addresses_of_name() -> list[str]:
    try:
        return list(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:  # a name that no service knows
        return []


def _is_useful(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)
