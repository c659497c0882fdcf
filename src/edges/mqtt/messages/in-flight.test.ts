import { expect, test } from "vitest";
import { InFlight } from "./in-flight.ts";

test("what is sent twice arrives twice, also when something before it has not arrived", () => {
  const inFlight = new InFlight({ messages: 3, bytes: 100 });
  const [first, same] = ["first", "same"];
  for (const item of [first, same, same]) inFlight.add(item);
  expect(inFlight.hasRoom).toBe(false);
  expect([inFlight.acknowledge(same), inFlight.acknowledge(same)]).toEqual([[], []]);
  expect(inFlight.acknowledge(first)).toEqual([first, same, same]);
  expect(inFlight.isEmpty).toBe(true);
});
