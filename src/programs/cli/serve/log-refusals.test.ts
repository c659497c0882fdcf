import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import type { RefusedRequest } from "../../../edges/http/refused-request.ts";
import type { RefusedClient } from "../../../edges/mqtt/broker/client-protocol.ts";
import { logRefused, logRefusedRequests } from "./log-refusals.ts";

const CLIENT: RefusedClient = { address: "192.168.1.30", clientId: "", why: "no key" };

function listening() {
  const clock = new ManualClock();
  const lines: string[] = [];
  const refused = logRefused(clock.now, { writeLog: (...more) => lines.push(...more) });
  return { clock, lines, refused };
}

test("a client that is refused is logged with its address, why, and what mends it", () => {
  const { lines, refused } = listening();
  refused({ ...CLIENT, address: "::ffff:192.168.1.30" });
  refused({ address: "192.168.1.31", clientId: "home assistant", why: "unknown key" });
  refused({ address: "192.168.1.32", clientId: 'a "quoted"\u001b[31m one', why: "key revoked" });
  expect(lines).toEqual([
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.30 was refused: it has no key, .*luxgate press.*--profile home\.$/,
    ),
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.31 with the client id "home assistant" was refused: its key is invalid or was revoked\. .*luxgate keys/,
    ),
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.32 with the client id "a \\"quoted\\"\\u001b\[31m one" was disconnected: its key was revoked\. .*luxgate press/,
    ),
  ]);
});

test("what may be a key is in no line: clients put theirs into client ids, and into addresses", () => {
  const key = "k".repeat(43);
  const { lines, refused } = listening();
  refused({ ...CLIENT, clientId: key });
  refused({ ...CLIENT, address: "192.168.1.31", clientId: `panel/${key}` });
  const requests = logRefusedRequests(new ManualClock().now, { writeLog: (...more) => lines.push(...more) });
  requests({ why: "foreign-host", host: `${key}.example` });
  requests({ why: "foreign-origin", origin: `https://${key}.example` });
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('client id "panel/…"');
  expect(lines.filter((line) => line.includes(key))).toEqual([]);
});

test("each address is logged once a minute, however often it comes", () => {
  const { clock, lines, refused } = listening();
  for (let second = 0; second < 60; second += 1) {
    refused(CLIENT);
    refused({ ...CLIENT, why: "key revoked" });
    clock.advance(1_000);
  }
  expect(lines).toHaveLength(1);
  refused(CLIENT);
  refused({ ...CLIENT, address: "192.168.1.31" });
  expect(lines).toHaveLength(3);
});

test("however many addresses there are, a few lines are written at once and one a second after that", () => {
  const { clock, lines, refused } = listening();
  const everybody = () => {
    for (let host = 0; host < 1_000; host += 1) refused({ ...CLIENT, address: `2001:db8::${host.toString(16)}` });
  };
  everybody();
  expect(lines).toHaveLength(10);
  clock.advance(5_000);
  everybody();
  expect(lines).toHaveLength(15);
});

/** A log of refused hosts, and the clock it goes by. */
function refusedHosts() {
  const clock = new ManualClock();
  const lines: string[] = [];
  const onRefused = logRefusedRequests(clock.now, { writeLog: (...more) => void lines.push(...more) });
  const refuse = (host: string) => onRefused({ why: "foreign-host", host });
  return { clock, lines, refuse, onRefused };
}

test("the log names the host that was refused, and the flag that would allow it", () => {
  const { lines, refuse } = refusedHosts();
  refuse("lights.example.com:8080");
  expect(lines).toEqual([
    expect.stringMatching(/ host lights\.example\.com was refused\..* --allow-host lights\.example\.com$/),
  ]);
});

test("however many are refused, there is at most one line a minute", () => {
  const { clock, lines, refuse } = refusedHosts();
  for (let seconds = 0; seconds < 150; seconds += 1) {
    refuse(`${seconds}.example.com`);
    clock.advance(1_000);
  }
  expect(lines.map((line) => /host (\d+)/.exec(line)?.[1])).toEqual(["0", "60", "120"]);
});

test("what is no host name is not repeated, and nothing that is could do harm in a terminal or a shell", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (host) => {
      const { lines, refuse } = refusedHosts();
      refuse(host);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^[\w .,:-]{1,600}$/);
    }),
  );
  const { lines, refuse } = refusedHosts();
  refuse("a.example.com; rm -rf /");
  expect(lines).toEqual(["A request was refused: its host name is invalid."]);
});

test.each<readonly [RefusedRequest, RegExp]>([
  [
    { why: "foreign-origin", origin: "https://evil.example" },
    /^A page of https:\/\/evil\.example was refused: .* --allow-origin https:\/\/evil\.example$/,
  ],
  [{ why: "foreign-origin", origin: "null\u001b[31m" }, /^A page of another website was refused: /],
  [{ why: "no-key", clientAddress: "10.0.0.7" }, /^A request from 10\.0\.0\.7 .* requires a key.*luxgate press/],
  [{ why: "wrong-key", clientAddress: "10.0.0.7" }, /^A request from 10\.0\.0\.7 .* revoked.* luxgate keys/],
  [{ why: "connections-of-address", clientAddress: "10.0.0.7" }, /^A connection from 10\.0\.0\.7 was refused: /],
  [{ why: "connections" }, /^A connection was refused: /],
])("%j is explained, at most once a minute, beside all others", (refused, words) => {
  const { clock, lines, refuse, onRefused } = refusedHosts();
  refuse("lights.example.com");
  for (let second = 0; second < 61; second += 1) {
    onRefused(refused);
    clock.advance(1_000);
  }
  expect(lines.slice(1)).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
});

test("at a front, the advice is to use the commands of the fleet", () => {
  const lines: string[] = [];
  const options = { command: "luxgate fleet", writeLog: (...more: readonly string[]) => void lines.push(...more) };
  const refused = logRefused(new ManualClock().now, options);
  for (const [index, why] of (["no key", "unknown key", "key revoked"] as const).entries()) {
    refused({ ...CLIENT, address: `192.168.1.${index}`, why });
  }
  const onRefused = logRefusedRequests(new ManualClock().now, options);
  for (const why of ["no-key", "wrong-key"] as const) onRefused({ why, clientAddress: "192.168.1.9" });
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line).toContain("luxgate fleet press");
  expect(lines.filter((line) => /luxgate (?!fleet)/.test(line))).toEqual([]);
});
