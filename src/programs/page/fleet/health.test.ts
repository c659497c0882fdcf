import { expect, test } from "vitest";
import type { ListedGateway } from "../../../shared/listed-gateway.ts";
import { byHealth, lightsWords, stateWords, summaryWords } from "./health.ts";

const NOW = Date.parse("2026-11-18T12:00:00Z");

const aGateway = (more: Partial<ListedGateway>): ListedGateway => ({
  ...{ id: "A", name: "Floor 1", state: "online", since: null, version: "0.1.0", lights: 10, lit: 3, troubles: 0 },
  ...more,
});

test("a gateway's health is told in words", () => {
  const since = "2026-11-18T11:57:00Z";
  const words = (more: Partial<ListedGateway>) => stateWords(aGateway(more), NOW);
  expect(words({})).toBe("Connected");
  expect(words({ troubles: 1 })).toBe("Connected, 1 problem");
  expect(words({ troubles: 2 })).toBe("Connected, 2 problems");
  expect(words({ state: "offline", since })).toBe("Not connected, last contact 3 minutes ago");
  expect(words({ state: "stopped", since })).toBe("Stopped, last contact 3 minutes ago");
  expect(stateWords(aGateway({ state: "stopped", since }))).toMatch(/^Stopped, last contact 2026-11-18 \d\d:57:00$/);
  expect(words({ state: "never connected" })).toBe("Never connected");
});

test("how many lights are on is told of gateways that are there", () => {
  expect(lightsWords(aGateway({}))).toBe("3 of 10 on");
  expect(lightsWords(aGateway({ lit: 0 }))).toBe("all 10 off");
  expect(lightsWords(aGateway({ state: "offline" }))).toBe("10 lights");
  expect(lightsWords(aGateway({ state: "offline", lights: 1 }))).toBe("1 light");
  expect(lightsWords(aGateway({ lights: 0 }))).toBe("no lights");
});

test("those with problems come first, and all are summed up", () => {
  const gateways = [
    aGateway({ name: "a", lights: 1_000 }),
    aGateway({ name: "b", troubles: 1 }),
    aGateway({ name: "c", state: "offline", lit: 9 }),
    aGateway({ name: "d" }),
  ];
  expect(byHealth(gateways).map(({ name }) => name)).toEqual(["c", "b", "a", "d"]);
  expect(summaryWords(gateways)).toBe("3 of 4 connected · 9 of 1,030 lights on");
});
