import { expect, test } from "vitest";
import { REFUSALS } from "./refusals.ts";

const refusals = Object.entries(REFUSALS);

test("spec §7: a resource that does not exist is 404 with code -1 and the message not found", () => {
  expect(REFUSALS["not-found"]).toEqual({ status: 404, code: -1, message: "not found" });
});

/** What a client meets in its ordinary life. */
const ORDINARY = ["key-needed", "value-refused", "pairing-shut", "too-many-wrong-keys", "not-stored"];

test("G23: every other code is a status with a minus sign: the answer's own, unless that is 200", () => {
  for (const [name, { status, code }] of refusals) {
    if (name === "not-found") expect(code).toBe(-1);
    else if (ORDINARY.includes(name)) expect([status, code >= -599 && code <= -400]).toEqual([200, true]);
    else expect(code).toBe(-status);
  }
});

test("G50: what a client meets in its ordinary life is HTTP 200, for it takes other statuses for no gateway at all", () => {
  const plain = refusals.filter(([, { status }]) => status === 200).map(([name]) => name);
  expect(plain.sort()).toEqual([...ORDINARY].sort());
});

test("G23: no two refusals share a code, and none is a success or a client's own mark", () => {
  const codes = refusals.map(([, { code }]) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).not.toContain(0);
  expect(codes).not.toContain(-10086);
});
