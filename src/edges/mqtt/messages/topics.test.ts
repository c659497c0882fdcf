import { describe, expect, test } from "vitest";
import { LoggedGateway, ORIGIN } from "../../../../test/support/events/mqtt-gateway.ts";
import { aDevice, aLight, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { idAt, lounge } from "../../../../test/support/home/lit-home.ts";
import type { Wire } from "../../../../test/support/http/http-client.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import type { DeviceId, LightId, SceneId } from "../../../core/home/model/ids.ts";
import { Message } from "./message.ts";

const lamp = (fields: Partial<Parameters<typeof aDevice>[0]> = {}): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: idAt("1"), lightIds: [idAt("1")], ...fields }),
  lights: [aLight({ id: idAt("1"), deviceId: idAt("1") })],
  syncBox: null,
});

/** What is told of changes to a home with a lounge. */
class PublishedMessages {
  readonly #published = new LoggedGateway(FOUNDED);
  #position = this.#published.messages.head;

  constructor() {
    this.of({ kind: "roomAdded", room: lounge });
  }

  /** The topics of what these changes come to, each with its payload. */
  of(...changes: readonly Change[]): readonly (readonly [topic: string, payload: Wire])[] {
    for (const change of changes) {
      const outcome = this.#published.gateway.submit(change);
      if (outcome !== "done") throw new Error(`${change.kind} is ${outcome}`);
    }
    const mqtt: (readonly [string, unknown])[] = [];
    for (;;) {
      const message = this.#published.messages.firstAfter(this.#position, () => true);
      if (!message || message === "evicted") return mqtt;
      mqtt.push([message.topic, JSON.parse(message.payloadFor(ORIGIN).toString("utf8"))]);
      this.#position = message.eventId ?? 0;
    }
  }

  /** The first item that is told under a topic. */
  one(topic: string, ...changes: readonly Change[]): Wire {
    return this.of(...changes).find(([mqtt]) => mqtt === topic)?.[1][0];
  }
}

const topicsOf = (mqtt: readonly (readonly [string, unknown])[]): readonly string[] => mqtt.map(([topic]) => topic);

describe("a message", () => {
  test("is an array of exactly one item", () => {
    const mqtt = new PublishedMessages().of(lamp(), { kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id });
    expect(mqtt.length).toBeGreaterThan(4);
    for (const [, payload] of mqtt) expect(payload).toEqual([expect.objectContaining({ id: expect.any(String) })]);
  });

  test("keeps no memory but its own, however long it is kept", () => {
    const payload = new Message({ eventId: 1, action: "update", type: "light", id: "1", text: "{}" }).payloadFor(
      ORIGIN,
    );
    expect(payload.toString("utf8")).toBe("[{}]");
    expect(payload.buffer.byteLength).toBe(payload.byteLength);
  });

  test("about a lamp that changes holds its id, its device's and what changed", () => {
    const mqtt = new PublishedMessages();
    mqtt.of(lamp());
    expect(mqtt.of({ kind: "lightChanged", lightId: idAt<LightId>("1"), state: { on: false } })).toEqual([
      ["res/light/update", [{ id: idAt("1"), device_id: idAt("1"), value: { on: 0 } }]],
    ]);
  });

  test("about something that is gone holds its id and type", () => {
    const mqtt = new PublishedMessages();
    mqtt.of(lamp());
    const gone = mqtt.of({ kind: "deviceLeft", deviceId: idAt<DeviceId>("1") });
    expect(gone).toContainEqual(["res/device/remove", [{ id: idAt("1"), type: "device" }]]);
    expect(gone).toContainEqual(["res/light/remove", [{ id: idAt("1"), type: "light" }]]);
  });
});

describe("a new device", () => {
  test("is sent with its lights, the room that it is in, and no sync box or buttons", () => {
    const device = new PublishedMessages().one("res/device/add", lamp());
    expect(device).toMatchObject({ id: idAt("1"), type: "device", join_status: 1, new_version: "" });
    expect(device.ext_light).toEqual([expect.objectContaining({ id: idAt("1"), type: "light", on: 1 })]);
    expect(device).toMatchObject({ ext_sync: {}, ext_button: [], ext_room: { name: "Unassigned", room_kind: 2 } });
    expect(Object.keys(device.ext_room)).not.toContain("children");
  });

  test("is sent with its sync box", () => {
    const device = new PublishedMessages().one("res/device/add", {
      kind: "deviceJoined",
      device: aDevice({ id: idAt("1"), lightIds: [], syncBoxId: idAt("2") }),
      lights: [],
      syncBox: aSyncBox({ id: idAt("2"), deviceId: idAt("1"), areaId: lounge.id }),
    });
    expect(device).toMatchObject({ ext_light: [], ext_sync: { id: idAt("2"), area_name: "Lounge" } });
  });

  test("is sent of only once its join_status is 1, and then whole", () => {
    const mqtt = new PublishedMessages();
    expect(topicsOf(mqtt.of(lamp({ admitted: false })))).toEqual(["res/light/add"]);
    expect(mqtt.of({ kind: "deviceReached", deviceId: idAt<DeviceId>("1"), online: false })).toEqual([]);
    const device = mqtt.one("res/device/add", { kind: "deviceAdmitted", deviceId: idAt<DeviceId>("1") });
    expect(device).toMatchObject({ name: "A lamp", join_status: 1, online: 0, ext_light: [{ id: idAt("1") }] });
    expect(topicsOf(mqtt.of({ kind: "deviceReached", deviceId: idAt<DeviceId>("1"), online: true }))).toEqual([
      "res/device/update",
    ]);
  });

  test("that goes before it has joined was never there", () => {
    const mqtt = new PublishedMessages();
    mqtt.of(lamp({ admitted: false }));
    expect(topicsOf(mqtt.of({ kind: "deviceLeft", deviceId: idAt<DeviceId>("1") }))).toEqual(["res/light/remove"]);
  });

  test("that is to be admitted again is gone until it is", () => {
    const mqtt = new PublishedMessages();
    mqtt.of(lamp());
    const { devices, ...contents } = FOUNDED;
    const stranger = aDevice({ id: idAt("1"), lightIds: [idAt("1")], admitted: false });
    const lights = [aLight({ id: idAt("1"), deviceId: idAt("1") })];
    const replaced = { ...contents, devices: [...devices, stranger], lights };
    expect(topicsOf(mqtt.of({ kind: "homeReplaced", contents: replaced }))).toContain("res/device/remove");
    expect(topicsOf(mqtt.of({ kind: "deviceAdmitted", deviceId: idAt<DeviceId>("1") }))).toContain("res/device/add");
  });
});

describe("a new scene", () => {
  const picture = { id: idAt<never>("7"), mediaType: "image/png", bytes: new Uint8Array([1]) } as const;
  const scene = aScene({ id: idAt("3"), roomId: lounge.id, sequence: 4 });

  test("is sent with its room and the devices there", () => {
    const mqtt = new PublishedMessages();
    mqtt.of(lamp(), { kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id });
    expect(mqtt.one("res/scene/add", { kind: "sceneAdded", scene })).toMatchObject({
      ...{ id: idAt("3"), room_uuid: lounge.id, brightness: 100, number: 4 },
      device_arr: [{ rid: idAt("1"), rtype: "device" }],
    });
  });

  test("has its picture where the client reaches us, also when the picture comes later", () => {
    const mqtt = new PublishedMessages();
    const added = mqtt.one("res/scene/add", { kind: "sceneAdded", scene: { ...scene, picture } });
    expect(added.picture_url).toBe(`${ORIGIN}/pictures/${idAt("7")}`);
    const without = mqtt.one("res/scene/update", {
      kind: "sceneChanged",
      sceneId: idAt<SceneId>("3"),
      scene: { picture: null },
    });
    expect(without.value.picture_url).toBe("");
    const again = mqtt.one("res/scene/update", {
      kind: "sceneChanged",
      sceneId: idAt<SceneId>("3"),
      scene: { picture, name: '"picture_url":"/pictures/x' },
    });
    expect(again.value).toMatchObject({
      name: '"picture_url":"/pictures/x',
      picture_url: `${ORIGIN}/pictures/${idAt("7")}`,
    });
  });
});
