import { describe, expect, test } from "vitest";
import { MqttSubscriber } from "../../test/support/events/mqtt-subscriber.ts";
import type { Wire } from "../../test/support/http/http-client.ts";
import { Mosquitto } from "../support/mosquitto.ts";
import type { PeerOptions } from "./support/configuration.ts";
import { inTime } from "./support/in-time.ts";
import { startZigbee2Mqtt } from "./support/zigbee2mqtt.ts";

const HUE = { address: "0x0017880100000001", model: "hueColour" } as const;
const IKEA = { address: "0x0017880100000002", model: "ikeaWhiteSpectrum" } as const;
const DIMMER = { address: "0x0017880100000003", model: "dualDimmer" } as const;
const PLUG = { address: "0x0017880100000004", model: "ikeaPlug" } as const;
const SENSOR = { address: "0x0017880100000005", model: "ikeaMotionSensor" } as const;

/** A Zigbee2MQTT, and somebody who hears all that it says on its broker. */
async function listenedPeer(options: Partial<PeerOptions> = {}) {
  const mosquitto = await Mosquitto.start();
  const ear = await MqttSubscriber.listening(mosquitto.port, "#");
  const lamps = [HUE, IKEA, DIMMER, PLUG, SENSOR];
  const peer = await startZigbee2Mqtt({ mosquittoPort: mosquitto.port, base: "house", lamps, ...options });
  const said = (topic: string) => ear.received.filter((one) => one.topic === topic);
  /** The last that was said on a topic. */
  const last = (topic: string) => JSON.parse(said(topic).at(-1)?.payload ?? "null");
  const tell = (topic: string, payload: object) => ear.client.publishAsync(topic, JSON.stringify(payload));
  return { peer, radio: peer.radio, last, said, tell };
}

describe("the real Zigbee2MQTT on a stand-in radio", () => {
  test("tells of every device that joined, interviewed and known", async () => {
    const { last } = await listenedPeer();
    const known = () =>
      last("house/bridge/devices").map((device: Wire) => [
        device.ieee_address,
        device.interview_state,
        device.definition?.model,
      ]);
    await inTime(known).toEqual([
      ["0x00124b0000c0ffee", "SUCCESSFUL", undefined],
      [HUE.address, "SUCCESSFUL", "9290012573A"],
      [IKEA.address, "SUCCESSFUL", "LED1545G12"],
      [DIMMER.address, "SUCCESSFUL", "D086-ZG"],
      [PLUG.address, "SUCCESSFUL", "E160x/E170x/E190x"],
      [SENSOR.address, "SUCCESSFUL", "E1525/E1745"],
    ]);
  });

  test("sends what it is told as ZCL frames, which the lamps obey", async () => {
    const { radio, last, tell } = await listenedPeer();
    await tell(`house/${HUE.address}/set`, { state: "ON", brightness: 127 });
    await inTime(() => last(`house/${HUE.address}`)).toMatchObject({ state: "ON", brightness: 127 });
    expect(radio.frames).toContainEqual({
      to: HUE.address,
      endpoint: 11,
      cluster: "genLevelCtrl",
      command: "moveToLevelWithOnOff",
      fields: { level: 127, transition: 0 },
    });
    expect(radio.shows(HUE.address)).toMatchObject({ on: 1, level: 127 });

    await tell(`house/${DIMMER.address}/l2/set`, { state: "ON" });
    await inTime(() => radio.shows(DIMMER.address, 2)).toMatchObject({ on: 1 });
    expect(radio.shows(DIMMER.address, 1)).toMatchObject({ on: 0 });
  });

  test("publishes what a lamp reports", async () => {
    const { radio, last } = await listenedPeer();
    radio.report(HUE.address, { on: 1, level: 77, x: 30_101, y: 26_913, colourMode: 1 });
    await inTime(() => last(`house/${HUE.address}`)).toMatchObject({
      state: "ON",
      brightness: 77,
      color: { x: 0.4593, y: 0.4107 },
      color_mode: "xy",
    });
    radio.report(DIMMER.address, { level: 5 }, 2);
    await inTime(() => last(`house/${DIMMER.address}`)).toMatchObject({ brightness_l1: 254, brightness_l2: 5 });
  });

  test("cannot move a lamp that is deaf", async () => {
    const { peer, radio, said, tell } = await listenedPeer();
    radio.goDeaf(IKEA.address);
    await tell(`house/${IKEA.address}/set`, { state: "ON" });
    await peer.logged(/Publish 'set' 'state' to '0x0017880100000002' failed/);
    expect(radio.shows(IKEA.address)).toMatchObject({ on: 0 });
    expect(said(`house/${IKEA.address}`).map(({ payload }) => JSON.parse(payload).state)).not.toContain("ON");
    radio.hearAgain(IKEA.address);
    await tell(`house/${IKEA.address}/set`, { state: "ON" });
    await inTime(() => radio.shows(IKEA.address)).toMatchObject({ on: 1 });
  });

  test("tells who is within reach, when it is to", async () => {
    const { last } = await listenedPeer({ availability: true });
    await inTime(() => last(`house/${HUE.address}/availability`)).toEqual({ state: "online" });
  });

  test("stores scenes in the lamps of a group, and finds them and their state again after a restart", async () => {
    const { peer, radio, last, tell } = await listenedPeer();
    await tell("house/bridge/request/group/add", { friendly_name: "Kitchen", id: 5 });
    await inTime(() => last("house/bridge/response/group/add")?.status).toBe("ok");
    for (const device of [HUE.address, IKEA.address]) {
      await tell("house/bridge/request/group/members/add", { group: "Kitchen", device });
    }
    await inTime(() => radio.device(IKEA.address).endpoint().groups).toEqual(new Set([5]));
    radio.report(HUE.address, { on: 1, level: 33 });
    await tell("house/Kitchen/set", { scene_store: { ID: 1, name: "Evening" } });
    await inTime(() => radio.frames).toContainEqual({
      to: "group 5",
      cluster: "genScenes",
      command: "store",
      fields: { group: 5, scene: 1 },
    });
    await peer.restart();
    radio.report(HUE.address, { on: 0, level: 200 });
    await tell("house/Kitchen/set", { scene_recall: 1 });
    await inTime(() => radio.shows(HUE.address)).toMatchObject({ on: 1, level: 33 });
    await tell(`house/${HUE.address}/get`, { brightness: "" });
    await inTime(() => last(`house/${HUE.address}`)).toMatchObject({ brightness: 33 });
  });
});
