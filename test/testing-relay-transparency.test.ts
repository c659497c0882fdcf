import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { startRelay } from "../src/libraries/testing/relay/relay.ts";
import { RequestLog } from "../src/libraries/testing/request-log.ts";
import { Rules } from "../src/libraries/testing/rules.ts";
import { times } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const GETS = ["/clip/v2/resource/light", "/clip/v2/resource/scene", "/nowhere", "/pictures/none", "*"];

const aRequest = fc.oneof(
  fc
    .record({ method: fc.constantFrom("GET", "HEAD", "OPTIONS"), path: fc.constantFrom(...GETS) })
    .map(({ method, path }) => `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  fc.constant("GET /clip/v2/resource/light HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"),
  fc.constant("GET /clip/v2/resource/light HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"),
  fc.constant('POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\n\r\n{"device_type":"a#b"}'),
  fc.constant("POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
);

/** A client that waits for its turn: what comes before an answer is not in the order of the requests. */
const aQuestionFirst = fc.constantFrom(
  "",
  "POST /api HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
);

/** After any of these the gateway closes the connection. */
const anEnd = fc.constantFrom(
  "GET /clip/v2/resource/room HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "GET /clip/v2/resource/room HTTP/1.0\r\n\r\n",
  "no HTTP at all\r\n\r\n",
  "POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
  `PUT /clip/v2/resource/light/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n${"x".repeat(5_000)}`,
);

test("through the relay a client gets what it would get without it, byte by byte", async () => {
  const { http, discovery, events, clock, stop } = await runGateway();
  const ports = { http: http.port, discovery: discovery.port ?? 0, mqtt: events.mqtt?.port ?? 0 };
  const free = { http: 0, discovery: 0, mqtt: 0 };
  const before = { host: "127.0.0.1", ports: free, rules: new Rules(), log: new RequestLog() };
  const relay = await startRelay({ ports, clock }, before);
  onTestFinished(async () => {
    await relay.stop();
    await stop();
  });
  const answerAt = async (port: number, text: string) => {
    const socket = await openRaw(port);
    const answer = textUntilClosed(socket);
    socket.write(text, "latin1");
    return (await answer).replace(/^Date: .*\r\n/gm, "");
  };
  // The answer to HEAD says the length of what was made before: both ways find the same lists made.
  for (const path of GETS) {
    for (const form of ["identity", "gzip"]) {
      await answerAt(
        ports.http,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${form}\r\nConnection: close\r\n\r\n`,
      );
    }
  }
  await fc.assert(
    fc.asyncProperty(aQuestionFirst, fc.array(aRequest, { maxLength: 4 }), anEnd, async (first, requests, end) => {
      const text = [first, ...requests, end].join("");
      expect(await answerAt(relay.ports.http, text)).toBe(await answerAt(ports.http, text));
    }),
    { numRuns: times(50) },
  );
});
