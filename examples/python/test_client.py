import threading

import pytest
from client import Client


def test_lists_the_lights(sandbox):
    assert len(Client(sandbox.url).lights()) == 11


def test_turns_a_lamp_off_with_its_key(sandbox):
    [lamp] = sandbox.control("/device", device="Reading lamp")["lightIds"]
    Client(sandbox.url, "mine").turn(lamp, on=False)
    put = sandbox.control("/next-request", method="PUT", after=0)
    assert (put["body"], put["status"]) == ('{"on": 0}', 200)


def test_sees_that_a_lamp_did_not_obey(sandbox):
    [lamp] = sandbox.control("/device", device="Reading lamp")["lightIds"]
    client = Client(sandbox.url, "mine")
    sandbox.control("/lose-next", device="Reading lamp")
    client.turn(lamp, on=False)
    is_on = lambda: next(light["on"] for light in client.lights() if light["id"] == lamp)
    assert is_on() == 0  # the command is shown …
    sandbox.control("/advance", millis=10_000)
    assert is_on() == 1  # … until the lamp has failed to obey


@pytest.mark.parametrize("fault", [{"kind": "cut"}, {"kind": "malformed-json"}, {"kind": "answer", "status": 503}])
def test_repeats_a_read_that_fails(sandbox, fault):
    sandbox.misbehave({"method": "GET", "times": 1}, fault)
    assert len(Client(sandbox.url).lights()) == 11


def test_gives_up_when_there_is_no_answer(sandbox):
    sandbox.misbehave({}, {"kind": "hang"})
    with pytest.raises(OSError):
        Client(sandbox.url, timeout=0.2).lights()


def test_gives_up_on_an_answer_that_is_slow(sandbox):
    sandbox.misbehave({}, {"kind": "slow", "everyMillis": 300})
    with pytest.raises(OSError):
        Client(sandbox.url, timeout=0.2).lights()


def test_waits_for_an_answer_that_is_late(sandbox):
    sandbox.misbehave({}, {"kind": "delay", "millis": 1_000})
    lights = []
    asking = threading.Thread(target=lambda: lights.extend(Client(sandbox.url, timeout=10).lights()))
    asking.start()
    sandbox.control("/next-request", after=0)
    sandbox.control("/advance", millis=1_000)
    asking.join()
    assert len(lights) == 11
