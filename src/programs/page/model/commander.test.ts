import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { aDevice, aLight, aRoom } from "../../../../test/support/client/wire-builders.ts";
import { Replica } from "../../../libraries/client/replica.ts";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import { Commander } from "./commander.ts";
import { HomeModel } from "./home-model.ts";

/** A lamp of 60% in a room with a scene, at a gateway that takes every command. */
function commandedRoom(lamp: Parameters<typeof aLight>[0] = {}) {
  const clock = new DrivenClock();
  const replica = new Replica();
  const model = new HomeModel();
  const said: string[] = [];
  const scene = { id: "scene", type: "scene", name: "Evening", parent_id: "group" };
  const group = { id: "group", type: "group_light", name: "Living room", parent_id: "room", on: 1, brightness: 60 };
  const sent: unknown[] = [];
  const take = async (_id: string, command: unknown) => void sent.push(command);
  const client = { setGroupLight: take, setLight: take, setScene: take };
  const lists = { room: [aRoom()], device: [aDevice()], light: [aLight(lamp)], scene: [scene], group_light: [group] };
  for (const change of replica.replace(lists)) model.apply(change);
  const commander = new Commander({
    model,
    clock,
    access: {
      mayChange: signal(true),
      change: async (act) => {
        await act(client as never);
        return true;
      },
    },
    pairing: { begin: async () => undefined },
    messages: { say: (text) => said.push(text) },
  });
  const report = (brightness: number) => {
    for (const change of replica.update("light", "light", { brightness }) ?? []) model.apply(change);
  };
  return { clock, commander, model, sent, said, report };
}

test("a lamp that is put back did not obey; one that a scene sets as it was before obeys the scene", () => {
  for (const isSceneActivated of [false, true]) {
    const { clock, commander, said, report } = commandedRoom();
    commander.setLight("light", { on: 1, brightness: 20 });
    report(20);
    clock.advance(10_000);
    if (isSceneActivated) commander.activateScene("scene");
    report(60);
    clock.advance(1_000);
    expect(said).toEqual(
      isSceneActivated ? [] : ["Reading lamp did not confirm the command. It is back at 60% ·\u00a02700\u00a0K."],
    );
  }
});

test("a room's slider sends a brightness alone, shows it at once, and waits for the lamps that are on to obey", async () => {
  const { clock, commander, model, sent, said, report } = commandedRoom();
  commander.setGroup("group", { brightness: 20 });
  expect(model.groupLights.get("group")?.shown.value).toMatchObject({ on: 1, brightness: 20 });
  await Promise.resolve();
  expect(sent).toEqual([{ brightness: 20 }]);
  report(20);
  clock.advance(10_000);
  report(60);
  clock.advance(1_000);
  expect(said).toEqual(["Reading lamp did not confirm the command. It is back at 60% ·\u00a02700\u00a0K."]);
});

test("a room's slider waits for no lamp that is off", () => {
  const { clock, commander, said, report } = commandedRoom({ on: 0 });
  commander.setGroup("group", { brightness: 20 });
  report(20);
  clock.advance(10_000);
  report(60);
  clock.advance(1_000);
  expect(said).toEqual([]);
});
