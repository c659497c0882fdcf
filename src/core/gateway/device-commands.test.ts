import { expect, test } from "vitest";
import { manyLamps } from "../../../test/support/home/many-lamps.ts";
import { allAtOnce } from "../../shared/steps.ts";
import { MutableHome } from "../home/home.ts";
import type { RoomId } from "../home/model/ids.ts";
import { deviceCommands } from "./device-commands.ts";

test("which of many lights a command is for is found out in steps, be they lit already or not", () => {
  const data = manyLamps([300, 300]);
  const roomId = data.rooms.find(({ kind }) => kind === "wholeHouse")?.id as RoomId;
  const home = new MutableHome(data);
  const command = { kind: "roomLightsChanged", roomId, state: { brightnessPercent: 7 } } as const;
  const dimmed = home.lights.all().map((light) => ({
    in: "lights" as const,
    before: light,
    after: { ...light, brightnessPercent: 7 },
  }));
  for (const replacements of [dimmed, dimmed.slice(300), []]) {
    const steps = deviceCommands({ replacements, cause: "command", command }, home).ids();
    let taken = 1;
    let step = steps.next();
    for (; !step.done; step = steps.next()) taken += 1;
    expect(step.value.toSorted()).toEqual(
      home.lights
        .all()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(taken).toBeGreaterThan(5);
  }
});

test("lights that changed by no command for a room are found out in steps as well", () => {
  const home = new MutableHome(manyLamps([600]));
  const replacements = home.lights
    .all()
    .map((before) => ({ in: "lights" as const, before, after: { ...before, on: !before.on } }));
  const commands = deviceCommands({ replacements, cause: "rollback" }, home);
  const steps = commands.ids();
  expect(steps.next().done).toBe(false);
  const [first] = replacements;
  expect(commands.has(first?.before.id ?? "")).toBe(true);
  expect(commands.of(replacements.at(-1)?.before.id ?? "")).toBeDefined();
  expect(allAtOnce(steps)).toHaveLength(600);
});

test("a light that is off has nothing to do when its room is dimmed", () => {
  const data = manyLamps([2]);
  const [lit, dark] = data.lights.map((light, index) => ({ ...light, on: index === 0 }));
  const roomId = data.rooms.find(({ kind }) => kind === "normal")?.id as RoomId;
  const home = new MutableHome({ ...data, lights: [lit, dark].filter((light) => light !== undefined) });
  const command = { kind: "roomLightsChanged", roomId, state: { brightnessPercent: 7 } } as const;
  const commands = deviceCommands({ replacements: [], cause: "command", command }, home);
  expect(commands.of(lit?.id ?? "")?.desired.state).toHaveProperty("brightnessPercent");
  expect(commands.of(dark?.id ?? "")).toBeUndefined();
});
