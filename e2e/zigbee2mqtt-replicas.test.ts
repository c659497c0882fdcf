import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import type { Wire } from "../test/support/http/http-client.ts";
import { aGroup } from "../test/support/zigbee2mqtt/devices.ts";
import type { Model } from "../test/support/zigbee2mqtt/models.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Happenings, someDevices } from "./support/zigbee2mqtt-happenings.ts";
import { Replica, resourcesIn } from "./support/zigbee2mqtt-replica.ts";

const CHANGES = times(10_000);
const KILLED_AFTER = CHANGES * 0.6;
const STARTED_AGAIN_AFTER = CHANGES * 0.7;
/** So many at a time: a broker throws away what a client cannot take in. */
const AT_A_TIME = 50;
/** Of a hundred changes, so many are asked of a gateway. */
const PUTS = 15;
const SEED = 51;
/** A lamp that does not obey is shown as it is after 10 seconds. */
const COMMANDS_LAST_MILLIS = 11_000;
/** Changes go on meanwhile, without taking all of the machine. */
const BETWEEN_MILLIS = 500;
const SETTLED_WITHIN_MILLIS = 60_000;
const PATIENCE_MILLIS = 600_000;

/** Makes changes, some of them by clients of the gateways. */
async function change(count: number, { standIn, happenings, chance, replicas }: House): Promise<void> {
  for (let made = 0; made < count; made += AT_A_TIME) {
    for (let at = 0; at < AT_A_TIME; at += 1) {
      if (chance.below(100) < PUTS) await replicas[chance.below(replicas.length)]?.put(chance);
      else happenings.happen();
    }
    await standIn.settle();
  }
}

interface House {
  readonly standIn: StandInZigbee2Mqtt;
  readonly happenings: Happenings;
  readonly chance: Seeded;
  readonly replicas: readonly Replica[];
}

/** Waits until both serve the same, byte for byte; gives the milliseconds that took. */
async function match(one: Replica, other: Replica, withinMillis: number): Promise<number> {
  const beginMillis = performance.now();
  for (;;) {
    const [first, second] = await Promise.all([one.lists(), other.lists()]);
    const tookMillis = performance.now() - beginMillis;
    if (first.every((text, place) => text === second[place])) return tookMillis;
    if (tookMillis > withinMillis) expect(resourcesIn(second)).toEqual(resourcesIn(first));
    await pause(50);
  }
}

/** Of lamps with one light: which are on, and how bright. */
const shownIn = ([devices = ""]: readonly string[]) =>
  Object.fromEntries(
    JSON.parse(devices)
      .data.arr.filter(({ ext_light }: Wire) => ext_light.length === 1)
      .map(({ ext_zigbee, ext_light: [{ on, brightness, ability }] }: Wire) => [
        ext_zigbee.ieee_address,
        on === 1 && ability > 1 ? brightness : on === 1,
      ]),
  );

const trulyIn = ({ network }: StandInZigbee2Mqtt) =>
  Object.fromEntries(
    [...network.devices.values()]
      .filter(({ model, interviewState }) => interviewState === "SUCCESSFUL" && hasOneLight(model))
      .map(({ ieee }) => {
        const { state, brightness } = network.stateOf(ieee);
        const percent = Math.max(1, Math.round((Number(brightness) * 100) / 254));
        return [ieee, state === "ON" && brightness !== undefined ? percent : state === "ON"];
      }),
  );

const hasOneLight = ({ exposes }: Model): boolean => exposes.filter(({ type }) => type === "light").length === 1;

test(
  `two gateways on one broker serve the same after ${CHANGES} changes, and one that was killed does so soon after it is back`,
  async () => {
    const mosquitto = await Mosquitto.start();
    const devices = someDevices(40);
    const groups = [0, 1, 2, 3, 4].map((place) =>
      aGroup({ id: place + 1, name: `Group of ${place}`, members: devices.slice(place * 8, place * 8 + 9) }),
    );
    const standIn = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices, groups, style: { retain: true } });
    onTestFinished(() => standIn.crash());
    const backend = `${mosquitto.url}/${standIn.base}`;
    const [one, other] = await Promise.all([Replica.start(backend), Replica.start(backend)]);
    const house = { standIn, happenings: new Happenings(standIn, SEED), chance: new Seeded(SEED) };

    await change(KILLED_AFTER, { ...house, replicas: [one, other] });
    await match(one, other, SETTLED_WITHIN_MILLIS);
    await other.kill();
    await change(STARTED_AGAIN_AFTER - KILLED_AFTER, { ...house, replicas: [one] });
    const commandedMillis = performance.now();
    while (performance.now() - commandedMillis < COMMANDS_LAST_MILLIS) {
      await change(AT_A_TIME, { ...house, replicas: [] });
      await pause(BETWEEN_MILLIS);
    }
    const beginMillis = performance.now();
    const again = await other.startAgain();
    // The time it takes is printed, not asserted: a busy machine is no fault.
    await match(one, again, SETTLED_WITHIN_MILLIS);
    const backMillis = performance.now() - beginMillis;

    await change(CHANGES - STARTED_AGAIN_AFTER, { ...house, replicas: [one, again] });
    const settledMillis = await match(one, again, SETTLED_WITHIN_MILLIS);
    expect(shownIn(await one.lists())).toEqual(trulyIn(standIn));
    console.log(
      `${CHANGES} changes, seed ${SEED}: the same lists ${Math.round(settledMillis)} ms after the last one; ` +
        `one that was killed served the same ${Math.round(backMillis)} ms after it was started again.`,
    );
  },
  PATIENCE_MILLIS,
);
