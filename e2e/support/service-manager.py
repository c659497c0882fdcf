"""Starts a program as systemd does a service of Type=notify, with a watchdog, and prints each event as a line.

python3 service-manager.py <watchdog seconds> <program> <arguments…>
"""

import array
import os
import signal
import socket
import sys
import tempfile
import time

WATCHDOG_SECONDS = float(sys.argv[1])
COMMAND = sys.argv[2:]
PATH = os.path.join(tempfile.mkdtemp(prefix="luxgate-notify-"), "notify.sock")


def say(*words):
    print(*words, flush=True)


def listen():
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(PATH)
    listener.settimeout(0.1)
    return listener


def start():
    pid = os.fork()
    if pid == 0:
        usec = str(int(WATCHDOG_SECONDS * 1_000_000))
        os.environ.update(NOTIFY_SOCKET=PATH, WATCHDOG_USEC=usec, WATCHDOG_PID=str(os.getpid()))
        os.execvp(COMMAND[0], COMMAND)
    say("started", pid)
    return pid


def receive(listener):
    """The variables of the next message. Whoever waits behind a barrier goes on once its descriptor is closed."""
    try:
        message, ancillary, _, _ = listener.recvmsg(4096, 1024)
    except socket.timeout:
        return []
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            for descriptor in array.array("i", data):
                os.close(descriptor)
    return message.decode().split("\n")


def main():
    listener = listen()
    pid = start()
    fed_at = None
    stopping = []
    signal.signal(signal.SIGTERM, lambda *_: stopping.append(True))
    while True:
        for variable in receive(listener):
            if variable in ("READY=1", "WATCHDOG=1"):
                fed_at = time.monotonic()
            if variable != "BARRIER=1":
                say(variable)
        if stopping == [True]:
            stopping.append(True)
            os.kill(pid, signal.SIGTERM)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended and stopping:
            say("ended", status)
            return
        if fed_at is not None and not stopping and time.monotonic() - fed_at > WATCHDOG_SECONDS:
            say("hangs", pid)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            fed_at = None
            pid = start()


main()
