import { TimeoutError } from "@nats-io/transport-node";
import { afterEach, expect, test } from "vitest";
import { MutableHome } from "../src/core/home/home.ts";
import type { Light } from "../src/core/home/model/light.ts";
import { OPERATOR } from "../src/core/home/trail-entry.ts";
import { entryKey, entryValue } from "../src/edges/fleet/fleet-entry.ts";
import { FleetCommands } from "../src/edges/fleet/front/fleet-commands.ts";
import { FleetMirror } from "../src/edges/fleet/front/mirror.ts";
import { fleetContents } from "../src/runtime/fleet-contents.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { FLEET_IDENTITY, TestFleet } from "./support/fleet/test-fleet.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";

let fleet: TestFleet | undefined;
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

const DONE = { status: 200, body: '{"code":0,"msg":"success","data":{}}' };
const OUT_OF_REACH = { status: 200, body: '{"code":-422,"msg":"offline","data":{}}', isOutOfReach: true };
const [LAMP] = floorHome(1).lights as readonly [Light];

test("a command for the whole house names a gateway none of whose lamps can be reached", async () => {
  fleet = await TestFleet.start(["g1", "g2"]);
  const gateways = [
    await HandMadeGateway.join(fleet, "g1", floorHome(1)),
    await HandMadeGateway.join(fleet, "g2", floorHome(2)),
  ] as const;
  await gateways[0].answer(DONE);
  await gateways[1].answer(OUT_OF_REACH);
  const front = await fleet.front();
  const key = await fleet.newKey();
  const house = floorHome(1).rooms.find(({ kind }) => kind === "wholeHouse")?.groupLightId;
  const answer = await front.client.send(`/clip/v2/resource/group_light/${house}`, {
    method: "PUT",
    headers: { "application-key": key },
    body: '{"on":1}',
  });
  expect(answer.json).toMatchObject({ code: 0, msg: 'done by "Floor g1"; not by "Floor g2"' });
  for (const gateway of gateways) await gateway.leave();
});

/** So many gateways take a command and are silent, on a clock that goes on while it is waited for. */
function commandsFor(silent: number) {
  const clock = new ManualClock();
  const mirror = new FleetMirror();
  const presence = {
    epoch: "e",
    instance: "",
    name: "",
    version: "",
    startedAt: "",
    problems: [],
    lights: 0,
    pending: 0,
  };
  const take = (key: string, value: string) => mirror.take({ key, value, revision: 1, atMillis: 0 }, 0);
  for (let number = 1; number <= silent; number += 1) {
    mirror.enrol(`g${number}`, `Floor ${number}`);
    take(`g${number}.presence`, JSON.stringify(presence));
    take(
      `g${number}.${entryKey("lights", LAMP.id)}`,
      entryValue({ in: "lights", id: LAMP.id, after: LAMP, isNew: false }, "e") ?? "",
    );
  }
  const sentAtMillis: number[] = [];
  const request = (_subject: string, _command?: unknown, { timeout = 0 } = {}) => {
    sentAtMillis.push(clock.now());
    return new Promise<never>((_resolve, reject) => clock.after(timeout, () => reject(new TimeoutError())));
  };
  const home = new MutableHome(fleetContents(FLEET_IDENTITY, mirror), "id-but-rooms");
  const commands = new FleetCommands({
    connection: { request },
    mirror,
    home,
    whyRefused: () => undefined,
    silentMillis: () => 0,
    leaderlessMillis: () => 0,
    shown: async () => undefined,
    now: () => clock.now(),
  });
  return { clock, home, commands, sentAtMillis };
}

test.each([
  { operation: "setGroupLight", silent: 1 },
  { operation: "setGroupLight", silent: 200 },
  { operation: "setGroupLight", silent: 2_000 },
  { operation: "setLight", silent: 3 },
  { operation: "setLight", silent: 10 },
] as const)(
  "$operation is answered within two seconds though $silent gateways are silent, and none gets it later",
  async ({ operation, silent }) => {
    const { clock, home, commands, sentAtMillis } = commandsFor(silent);
    const beganAtMillis = clock.now();
    const house = home.rooms.all().find(({ kind }) => kind === "wholeHouse")?.groupLightId;
    const id = operation === "setLight" ? LAMP.id : house;
    let answered = false;
    const answer = commands
      .write(operation, { id: id ?? "", body: Buffer.from('{"on":0}'), by: OPERATOR })
      .finally(() => {
        answered = true;
      });
    while (!answered) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      if (!answered) clock.advance(50);
    }
    const { body } = await answer;
    expect(clock.now() - beganAtMillis).toBeLessThanOrEqual(2_000);
    expect(sentAtMillis.length).toBeGreaterThan(0);
    expect(Math.max(...sentAtMillis) - beganAtMillis).toBeLessThan(2_000);
    expect(JSON.parse(Buffer.concat([...body]).toString())).toMatchObject({ code: -503 });
  },
);
