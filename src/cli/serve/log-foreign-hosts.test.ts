import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { logForeignHosts } from "./log-foreign-hosts.ts";

/** A log of refused hosts, and the clock it goes by. */
function refusedHosts() {
  const clock = new ManualClock();
  const lines: string[] = [];
  const refuse = logForeignHosts(clock.now, (...more) => void lines.push(...more));
  return { clock, lines, refuse };
}

test("the log names the host that was refused, and the flag that would allow it", () => {
  const { lines, refuse } = refusedHosts();
  refuse("lights.example.com:8080");
  expect(lines).toEqual([
    "A request for the host lights.example.com was refused. If that is a name of this gateway: --allow-host lights.example.com",
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
      expect(lines[0]).toMatch(/^[\w .:-]{1,600}$/);
    }),
  );
  const { lines, refuse } = refusedHosts();
  refuse("a.example.com; rm -rf /");
  expect(lines).toEqual(["A request was refused: it names a host that is none."]);
});
