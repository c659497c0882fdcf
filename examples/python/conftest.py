"""The fixture to copy: one sandbox for all tests, as new for each of them."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest


class Sandbox:
    def __init__(self):
        command = os.environ.get("LUXGATE", "luxgate").split() + ["sandbox", "--clock", "driven", "--end-with-stdin"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())
        self.url = self.ready["url"]

    def control(self, path, **given):
        """For example control("/lose-next", device="Porch"). A wrong word raises, with the nearest known one."""
        request = urllib.request.Request(self.ready["control"] + path, json.dumps(given).encode())
        request.add_header("Authorization", "Bearer " + self.ready["token"])
        try:
            return json.load(urllib.request.urlopen(request))
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["error"]) from None


@pytest.fixture(scope="session")
def sandbox_process():
    sandbox = Sandbox()
    yield sandbox
    sandbox.process.communicate(timeout=10)  # closes its standard input, which ends it


@pytest.fixture
def sandbox(sandbox_process):
    sandbox_process.control("/reset", keys=["mine"])
    return sandbox_process
