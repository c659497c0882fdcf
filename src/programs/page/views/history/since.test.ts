import { expect, test } from "vitest";
import { sinceTime } from "./since.ts";

test("minutes and hours go back from now", () => {
  const nowMillis = Date.parse("2026-11-16T20:00:00.000Z");
  expect(sinceTime("10m", nowMillis)).toBe("2026-11-16T19:50:00.000Z");
  expect(sinceTime("24", nowMillis)).toBe("2026-11-15T20:00:00.000Z");
});
