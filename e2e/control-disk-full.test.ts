import { describe, expect, test } from "vitest";
import { askForKey } from "../test/support/client/paired-client.ts";
import { EventStreamClient } from "../test/support/events/event-stream-client.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import type { Envelope, Wire } from "../test/support/http/http-client.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { SmallDisk } from "./support/small-disk.ts";

const obstacle = SmallDisk.whyNot();
if (obstacle !== undefined) console.warn(`Control on full disks is not tested: ${obstacle}.`);
const title = obstacle === undefined ? "on a full disk" : `on a full disk (skipped: ${obstacle})`;

const DISK_KILOBYTES = 4_096;
const SOON = { timeout: 10_000 };
const REFUSAL = { code: -507, msg: "the change could not be stored, so nothing was changed", data: {} };

/** There is room in files that are there already, and some is given back at times: it is filled until it is refused. */
async function untilRefused(disk: SmallDisk, ask: (count: number) => Promise<Envelope>): Promise<void> {
  for (let count = 0; ; count += 1) {
    disk.fill();
    const answer = await ask(count);
    if (answer.code === 0) continue;
    expect(answer).toEqual(REFUSAL);
    return;
  }
}

async function onSmallDisk() {
  const disk = SmallDisk.mounted(DISK_KILOBYTES);
  const home = await ControlledHome.start({ folder: disk.stateFolder });
  const key = await home.pair("acme#panel");
  return { disk, home, key };
}

/** Two who follow a lamp, one of each kind: what they take it for by what they were told. */
async function followersOf(home: ControlledHome, name: string) {
  const first = await home.lamp(name);
  const stream = await EventStreamClient.open({ port: home.http.port });
  await stream.next();
  const subscriber = await MqttSubscriber.listening(await home.mqttPort());
  const known = (items: readonly Wire[]) =>
    Object.assign({}, first, ...items.filter(({ id }) => id === first.id).map(({ value }) => value));
  return {
    stream,
    byHttp: () => known(stream.messages.map(({ data }) => JSON.parse(data))),
    byMqtt: () => known(subscriber.received.map(({ payload }) => JSON.parse(payload)[0])),
  };
}

describe.skipIf(obstacle !== undefined)(title, () => {
  test("a command is refused whole with 200 and -507, what was told of it is taken back, and it heals", async () => {
    const { disk, home, key } = await onSmallDisk();
    // A lamp that has obeyed before the disk refuses is shown as it is: this one takes its time.
    await home.luxgate("sim", "latency", "Ceiling", "5000");
    const followers = await followersOf(home, "Ceiling");
    let before: Wire;
    await untilRefused(disk, async (count) => {
      before = await home.lamp("Ceiling");
      const command = { on: count % 2, brightness: 1 + (count % 99), color_cw: 2700 + count };
      const { status, json } = await home.put(key, "Ceiling", command);
      expect(status).toBe(200);
      return json;
    });
    await home.program.says(/^Changes cannot be stored \(the disk is full\)/m);
    expect(await home.lamp("Ceiling")).toEqual(before);
    await expect.poll(followers.byHttp, SOON).toEqual(before);
    await expect.poll(followers.byMqtt, SOON).toEqual(before);

    disk.makeRoom();
    await home.program.says(/^Changes can be stored again\.$/m);
    expect((await home.put(key, "Ceiling", { on: 1, brightness: 100 })).json.code).toBe(0);
    const after = await home.lamp("Ceiling");
    expect(after).toMatchObject({ on: 1, brightness: 100, color_cw: before.color_cw });
    await expect.poll(followers.byHttp, SOON).toEqual(after);
    await expect.poll(followers.byMqtt, SOON).toEqual(after);
    followers.stream.hangUp();
    expect(await (await home.restart("SIGKILL")).lamp("Ceiling")).toEqual(after);
  });

  test("nobody is paired while that cannot be stored, and it heals", async () => {
    const { disk, home } = await onSmallDisk();
    const names = async () => JSON.parse((await home.luxgate("keys", "--json")).output).map(({ name }: Wire) => name);
    const paired = ["acme#panel"];
    await untilRefused(disk, async (count) => {
      await home.luxgate("press");
      const { json } = await askForKey(home.http, `acme#${count}`);
      if (json.code === 0) paired.push(`acme#${count}`);
      return json;
    });
    expect(await names()).toEqual(paired);
    disk.makeRoom();
    await home.program.says(/^Changes can be stored again\.$/m);
    await home.pair("acme#late");
    expect(await names()).toEqual([...paired, "acme#late"]);
  });
});
