"""The fixture to copy: one sandbox for all tests, as new for each of them."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest

FLAGS = "--clock driven --end-with-stdin"  # add yours, such as --home home.yaml

# No proxy can reach the sandbox.
os.environ["no_proxy"] = (os.environ.get("no_proxy") or os.environ.get("NO_PROXY", "")) + ",127.0.0.1"


class Sandbox:
    def __init__(self, flags=""):
        command = f"exec {os.environ.get('LUXGATE') or 'luxgate'} sandbox {FLAGS} {flags}"
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, shell=True, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("The sandbox did not start: " + self.process.communicate()[1])
        ready = json.loads(line)
        self.url, self.address = ready["url"], ready["control"]
        self.token = ready.get("token") or os.environ["LUXGATE_SANDBOX_TOKEN"]

    def control(self, path, **given):
        """For example control("/lose-next", device="Porch"). A wrong word raises, with the nearest known one."""
        request = urllib.request.Request(self.address + path, json.dumps(given).encode())
        request.add_header("Authorization", "Bearer " + self.token)
        try:
            return json.load(urllib.request.urlopen(request))
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["error"]) from None

    def misbehave(self, on, fault):
        return self.control("/misbehave", **{"on": on, "as": fault})

    def stop(self):
        errors = self.process.communicate(timeout=30)[1]  # closes its standard input, which ends it
        assert self.process.returncode == 0, "The sandbox ended with an error: " + errors


@pytest.fixture(scope="session")
def sandbox_process():
    sandbox = Sandbox()
    yield sandbox
    sandbox.stop()


@pytest.fixture
def sandbox(sandbox_process):
    sandbox_process.control("/reset", keys=["mine"])
    return sandbox_process
