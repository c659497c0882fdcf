"""A small client for a Luxgate gateway."""

import http.client
import json
import urllib.error
import urllib.request


class Client:
    def __init__(self, url, key=None, timeout=2):
        self.url, self.key, self.timeout = url, key, timeout

    def lights(self):
        return self._ask("GET", "/clip/v2/resource/light")["arr"]

    def turn(self, light_id, on):
        self._ask("PUT", f"/clip/v2/resource/light/{light_id}", {"on": int(on)})

    def _ask(self, method, path, body=None):
        """One more try for reads that fail: a gateway may be restarting."""
        for tries_left in (1, 0):
            try:
                return self._ask_once(method, path, body)
            except (OSError, ValueError, http.client.HTTPException):
                if method != "GET" or tries_left == 0:
                    raise

    def _ask_once(self, method, path, body):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if self.key:
            request.add_header("application-key", self.key)
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            answer = json.load(response)
        if answer["code"] != 0:
            raise PermissionError(answer["msg"])
        return answer["data"]
