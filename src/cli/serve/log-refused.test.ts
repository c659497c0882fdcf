import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import type { RefusedClient } from "../../events/client-protocol.ts";
import { logRefused } from "./log-refused.ts";

const CLIENT: RefusedClient = { address: "192.168.1.30", clientId: "", why: "no key" };

function listening() {
  const clock = new ManualClock();
  const lines: string[] = [];
  const refused = logRefused(clock.now, (...more) => lines.push(...more));
  return { clock, lines, refused };
}

test("a client that is refused is told of with its address, why, and what mends it", () => {
  const { lines, refused } = listening();
  refused({ ...CLIENT, address: "::ffff:192.168.1.30" });
  refused({ address: "192.168.1.31", clientId: "home assistant", why: "unknown key" });
  refused({ address: "192.168.1.32", clientId: 'a "quoted"\u001b[31m one', why: "key revoked" });
  expect(lines).toEqual([
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.30 was refused: it gives no key, .*luxgate press.*--profile home\.$/,
    ),
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.31 that calls itself "home assistant" was refused: its key was revoked, or is none of ours\. .*luxgate keys/,
    ),
    expect.stringMatching(
      /^The MQTT client at 192\.168\.1\.32 that calls itself "a \\"quoted\\"\\u001b\[31m one" was disconnected: its key was revoked\. .*luxgate press/,
    ),
  ]);
});

test("each address is told of once a minute, however often it comes", () => {
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
