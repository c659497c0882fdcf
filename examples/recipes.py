"""Python recipes, with nothing but Python itself:   python3 examples/recipes.py [--port 9001] [http://127.0.0.1:8080]

Finds gateways by broadcast, reads lights and, with KEY in the environment, turns the first one on.
"""

import json
import os
import signal
import socket
import sys
import time
import urllib.request


def discover(port=9001, seconds=1.0):
    """Every gateway that answers, by its id."""
    found = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        for address in ("255.255.255.255", "127.0.0.1"):
            try:
                udp.sendto(b'{"op":101}', (address, port))
            except OSError:
                pass  # a machine without a network has nobody to ask there
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            udp.settimeout(left)
            try:
                answer = json.loads(udp.recv(2048))
            except (TimeoutError, ValueError):
                continue
            if answer.get("op") == 102:
                found[answer["data"]["reset_id"]] = answer["data"]
    return list(found.values())


def ask(url, method="GET", body=None, key=None):
    """The payload of an answer; what is refused is raised with the gateway's own words."""
    headers = {"application-key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        answer = json.load(response)
    if answer["code"] != 0:
        raise RuntimeError(f"{answer['code']}: {answer['msg']}")
    return answer["data"]


def main(arguments):
    port = 9001
    if arguments[:1] == ["--port"]:
        port, arguments = int(arguments[1]), arguments[2:]
    for gateway in discover(port):
        print(f"found {gateway['name']} {gateway['version']} at {gateway['ip']}")
    url = arguments[0] if arguments else "http://127.0.0.1:8080"
    lights = ask(f"{url}/clip/v2/resource/light")["arr"]
    for light in lights:
        level = f", {light['brightness']}%" if light["ability"] & 2 else ""  # bit 1: it can be dimmed
        print(f"{light['name']}: {f'on{level}' if light['on'] else 'off'}")
    if key := os.environ.get("KEY"):
        ask(f"{url}/clip/v2/resource/light/{lights[0]['id']}", "PUT", {"on": 1, "brightness": 40}, key)
        print(f"{lights[0]['name']} is on at 40% now")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that leaves is no fault
    main(sys.argv[1:])
