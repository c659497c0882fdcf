import { expect, test } from "vitest";
import { REFUSALS } from "./refusals.ts";

const refusals = Object.entries(REFUSALS);

test("spec §7: a resource that does not exist is 404 with code -1 and the message not found", () => {
  expect(REFUSALS["not-found"]).toEqual({ status: 404, code: -1, message: "not found" });
});

test("G23: every other code is the status with a minus sign", () => {
  for (const [name, { status, code }] of refusals) expect(code).toBe(name === "not-found" ? -1 : -status);
});

test("G23: no two refusals share a code, and none is a success or a client's own mark", () => {
  const codes = refusals.map(([, { code }]) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).not.toContain(0);
  expect(codes).not.toContain(-10086);
});
