import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { isDimming } from "../src/core/home/dimming.ts";
import type { Home } from "../src/core/home/home.ts";
import { canBeDimmed } from "../src/core/home/select.ts";
import { findSetTarget, parseDeviceCommand, parseRoomCommand } from "../src/edges/control/words/set-command.ts";
import { CommandFault } from "../src/programs/cli/command-fault.ts";
import { setRemote } from "../src/programs/cli/network/set-remote.ts";
import { json, OddGateway } from "./support/client/odd-gateway.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";

async function demo(): Promise<TestGateway> {
  const running = await runGateway();
  onTestFinished(() => running.stop());
  return running;
}

const urlOf = ({ http }: TestGateway): string => `127.0.0.1:${http.port}`;

/** What a gateway shows of its lamps and sync boxes. */
const shownBy = async ({ client }: TestGateway) => [await client.list("light"), await client.list("sync")];

async function elsewhere(): Promise<{ readonly running: TestGateway; readonly set: Set }> {
  const running = await demo();
  const { key } = await PairedClient.of(running);
  return { running, set: (device, ...words) => setRemote({ url: urlOf(running), key }, { device, words }) };
}

type Set = (device: string, ...words: readonly string[]) => ReturnType<typeof setRemote>;

/** The lines in which something is refused. */
const refusalOf = async (setting: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await setting;
    return [];
  } catch (error) {
    if (error instanceof CommandFault) return error.lines;
    throw error;
  }
};

/** The same in the gateway itself, as its operator asks for it. */
async function setHere(
  { gateway }: TestGateway,
  device: string,
  words: readonly string[],
): Promise<"done" | "refused"> {
  const change = changeFor(gateway.home, device, words);
  if (!change) return "refused";
  expect(await gateway.ask(change)).toBe("done");
  return "done";
}

/** Undefined for words that are refused. */
function changeFor(home: Home, named: string, words: readonly string[]): Change | undefined {
  const target = findSetTarget(home, named);
  if ("refused" in target) return undefined;
  const command =
    "room" in target ? parseRoomCommand(home, target.room, words) : parseDeviceCommand(home, target.device, words);
  if ("refused" in command) return undefined;
  const { desired } = command;
  if ("room" in target) {
    // A room in which nothing is lit that can be dimmed is not dimmed (G86).
    if (isDimming(desired) && !canBeDimmed(home, target.room)) return undefined;
    return { kind: "roomLightsChanged", roomId: target.room.id, state: desired };
  }
  if ("box" in command) return { kind: "syncBoxChanged", syncBoxId: command.box.id, state: command.desired };
  return { kind: "lightsChanged", deviceId: target.device.id, state: desired };
}

describe("a lamp of a gateway elsewhere", () => {
  test("is set in the words of luxgate set, and what the gateway shows then is printed", async () => {
    const { set } = await elsewhere();
    expect(await set("reading LAMP", "on", "40%", "colour=red")).toMatchObject({
      name: "Reading lamp",
      room: "Living room",
      state: "on 40% #ff0000 (synced)",
    });
    expect(await set("Kitchen/Ceiling", "warm", "white")).toMatchObject({ state: "on 100% 2700K" });
    expect(await set("Worktop", "toggle")).toMatchObject({ state: "on 70% 5000K" });
    expect(await set("TV bar", "red", "#00ff00")).toMatchObject({ state: "on 60% #ff0000 and 1 more (synced)" });
    expect(await set("Sync box", "hdmi2", "game", "highest", "80%", "config", "3")).toMatchObject({
      state: "on 80% hdmi2 game highest",
      syncBox: { configuration: 3 },
    });
  });

  test("and all lamps of a room, or of the house, are set as one", async () => {
    const { running, set } = await elsewhere();
    expect(await set("Kitchen", "on", "40%")).toMatchObject({
      name: "Kitchen",
      state: "on 40%, 2 lamps",
      unreached: [],
    });
    const everything = await set("all", "off");
    expect(everything).toMatchObject({ name: "Whole house", state: "off", unreached: ["Bedside right"] });
    const lit = running.gateway.home.groupLights.all().filter(({ on }) => on);
    expect(lit).toEqual([]);
  });

  test.each<readonly [device: string, words: readonly string[], lines: string]>([
    ["TV bra", ["on"], 'No device is called "TV bra"; did you mean "TV bar"?'],
    [
      "Kitchen",
      ["red"],
      '"red": "Kitchen" does not support colours.\n"Kitchen" accepts on, off or toggle; 1% to 100%; 2000K to 6500K, or warm, neutral, cool or daylight.',
    ],
    ["Evening", ["on"], '"Evening" is a scene of "Living room". Activate it with: luxgate scene activate "Evening"'],
    ["Dial", ["on"], '"Dial" is a dial button: it has no settings that you can change.'],
    ["Bedside right", ["on"], '"Bedside right" is offline, so nothing was changed.'],
    ["Porch", ["40%"], '"40%": "Porch" cannot be dimmed.\n"Porch" accepts on, off or toggle.'],
    ["Sync box", ["area", "Kitchen"], "The area of a sync box can only be set on the machine of its gateway."],
    ["TV bar", Array(6).fill("red"), "color_arr, color_rgb_arr: expected at most 5 colours, one for each segment"],
  ])("%s %j is refused, and nothing is changed", async (device, words, lines) => {
    const { running, set } = await elsewhere();
    const before = await shownBy(running);
    const refusal = await refusalOf(set(device, ...words));
    expect(refusal.join("\n")).toBe(lines);
    expect(await shownBy(running)).toEqual(before);
  });

  test("is not set without a key, or with a wrong one: the gateway's own message is printed, and how to come by a key", async () => {
    const running = await demo();
    const before = await shownBy(running);
    for (const key of [undefined, "wrong"]) {
      const refusal = await refusalOf(setRemote({ url: urlOf(running), key }, { device: "Porch", words: ["off"] }));
      expect(refusal).toHaveLength(2);
      expect(refusal[1]).toBe(
        "Pair with the gateway once (luxgate pair --keep), or give a key with LUXGATE_KEY or --key.",
      );
    }
    expect(await shownBy(running)).toEqual(before);
  });
});

test("whatever the words, a gateway elsewhere shows what it would show if its operator had given them", async () => {
  const { running: far, set } = await elsewhere();
  const near = await demo();
  const names = near.gateway.home.devices.all().map(({ name }) => name);
  const word = fc.constantFrom(
    ...["on", "off", "toggle", "1%", "40%", "100", "2700K", "6500K", "red", "warm", "white", "#ff8800", "00ff00", "9%"],
    ...["hdmi1", "hdmi2", "game", "low", "keep", "lights-off", "config", "2", "nonsense"],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names, "Kitchen", "Living room", "all"),
      fc.array(word, { maxLength: 4 }),
      async (device, words) => {
        const here = await setHere(near, device, words);
        const refusal = await refusalOf(set(device, ...words));
        expect(refusal.length === 0 ? "done" : "refused").toBe(here);
        expect(await shownBy(far)).toEqual(await shownBy(near));
      },
    ),
    { numRuns: times(25) },
  );
});

const DEVICE = { id: "D1", name: "Lamp", online: 1, join_status: 1, services: [{ rid: "l1", rtype: "light" }] };
const COLOUR = { color_mode: 9, color_cw: 0, color_x: 0, color_y: 0, color_arr: [] };
const LAMP = { id: "L1", name: "", on: 0, brightness: 0, ...COLOUR, ability: 3 };

test("resources of another make that are not as they should be are passed over, and do no harm", async () => {
  const lists = new Map<string, unknown>(
    Object.entries({
      device: [{ ...DEVICE, product: { cat1_id: 2, cat3_id: 29999 } }, { id: 7 }, null],
      light: [LAMP, "odd"],
      sync: [{ id: "S1", name: "Box", source: 99 }],
      room: [{ id: "R1", name: "Hall" }],
      scene: [{}],
    }),
  );
  const odd = await OddGateway.start((request, response) => {
    const [, list = ""] = /resource\/(\w+)/.exec(request.url ?? "") ?? [];
    if (request.method === "PUT") lists.set("light", [{ ...LAMP, on: 1, brightness: 40 }]);
    const arr = request.method === "PUT" ? [] : (lists.get(list) ?? []);
    json({ code: 0, msg: "success", data: { arr, obj: {} } })(request, response);
  });
  const view = await setRemote({ url: odd.address, key: "any" }, { device: "lamp", words: ["on", "40%"] });
  expect(view).toMatchObject({ name: "Lamp", product: "rgb cw light", state: "on 40%" });
});
