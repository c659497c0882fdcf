import "./before-matter.ts";
import "./matter-model.ts";
import { Time } from "@matter/main";
import { expect, test } from "vitest";
import { LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";

const LAMP = "Ceiling";
const FOR_A_MINUTE = { onOffControl: { acceptOnlyWhenOn: false }, onTime: 600 };

const timers = () => [...Time.timers].map(({ name }) => name).filter((name) => /^(Timed on|Delayed off)$/.test(name));

test("an off by anybody ends the timer that an ecosystem started, and an on later starts none", async () => {
  const lamps = await LampsOnANode.start();
  const shown = () => lamps.endpoint(LAMP).state.onOff;
  await lamps.show(LAMP, { on: false });
  await lamps.commandOf(LAMP, (lamp) => lamp.onOff.onWithTimedOff({ ...FOR_A_MINUTE, offWaitTime: 0 }));
  expect(shown().onTime).toBeGreaterThan(500);
  expect(timers()).toEqual(["Timed on"]);
  await lamps.show(LAMP, { on: false });
  expect(shown()).toMatchObject({ onOff: false, onTime: 0 });
  expect(timers()).toEqual([]);
  await lamps.show(LAMP, { on: true });
  expect(shown()).toMatchObject({ onOff: true, onTime: 0 });
  expect(timers()).toEqual([]);
  // What the home shows is no command of an ecosystem.
  expect(lamps.commands).toHaveLength(1);
});

test("an off by anybody begins the time in which a sensor does not switch on again, and an on ends it", async () => {
  const lamps = await LampsOnANode.start();
  const shown = () => lamps.endpoint(LAMP).state.onOff;
  await lamps.show(LAMP, { on: false });
  await lamps.commandOf(LAMP, (lamp) => lamp.onOff.onWithTimedOff({ ...FOR_A_MINUTE, offWaitTime: 300 }));
  await lamps.show(LAMP, { on: false });
  expect(timers()).toEqual(["Delayed off"]);
  await lamps.endpoint(LAMP).act((lamp) => lamp.onOff.onWithTimedOff({ ...FOR_A_MINUTE, offWaitTime: 300 }));
  expect(shown().onOff).toBe(false);
  await lamps.show(LAMP, { on: true });
  expect(shown()).toMatchObject({ onOff: true, offWaitTime: 0 });
  expect(timers()).toEqual([]);
});
