import { describe, expect, test } from "vitest";
import { messageOf } from "../../../../../test/support/zigbee2mqtt/any-zigbee-house.ts";
import { Anonymiser } from "./anonymise.ts";
import { messageLine } from "./recording-format.ts";

const LAMP = "0x00178801abcdef01";
const made = new Anonymiser(Uint8Array.from({ length: 32 }, (_, index) => index));

/** What becomes of a message, as it is read back. */
function anonymised(topic: string, payload: unknown) {
  const said = made.anonymise(messageOf(topic, typeof payload === "string" ? payload : JSON.stringify(payload)));
  return said && JSON.parse(messageLine(7, said));
}

const topicFor = (topic: string): string => anonymised(topic, "")?.topic ?? "";

describe("a name", () => {
  test("is the same in every place: topics, lists, events, requests and keys", () => {
    const name = topicFor("Kitchen/Lamp");
    expect(name).toMatch(/^[^/]{10,}\/[^/]{10,}$/);
    expect(topicFor("Kitchen/Lamp/availability")).toBe(`${name}/availability`);
    expect(topicFor("Kitchen")).toBe(name.split("/")[0]);
    const { json: devices } = anonymised("bridge/devices", [{ friendly_name: "Kitchen/Lamp", ieee_address: LAMP }]);
    expect(devices[0].friendly_name).toBe(name);
    const { json: event } = anonymised("bridge/event", {
      type: "device_announce",
      data: { friendly_name: "Kitchen/Lamp" },
    });
    expect(event).toEqual({ type: "device_announce", data: { friendly_name: name } });
    const { json: request } = anonymised("bridge/request/device/rename", { from: "Kitchen/Lamp", to: "Den" });
    expect(request).toEqual({ from: name, to: topicFor("Den") });
    expect(anonymised("Other", { "Kitchen/Lamp": true }).json).toEqual({ [name]: true });
  });

  test("keeps its levels, its odd beginnings and endings, and its length where it is no short one", () => {
    expect(topicFor("Den/set")).toBe(`${topicFor("Den")}/set`);
    expect(topicFor("a//b/")).toBe(`${topicFor("a")}//${topicFor("b")}/`);
    expect(topicFor("in the living room")).toHaveLength("in the living room".length);
    expect(topicFor(" padded  ")).toMatch(/^ \S.*\S {2}$/);
    expect(topicFor("default_bind_group")).toBe("default_bind_group");
  });

  test.each([
    ["Küche", "é"],
    ["灯具", "灯"],
    ["💡", "💡"],
    ['say "hi"', '"'],
    ["a\u0301", "\u0301"],
    ["\u0000", "\u0001"],
    ["a\u202eb", "\u202e"],
    ["a\u200fb", "\u202e"],
    ["a\u2029b", "\u2028"],
  ])("that has odd characters in it, as %j, has some of the kind afterwards", (name, kind) => {
    expect(topicFor(name)).toContain(kind);
    expect(topicFor(name)).not.toContain(name === kind ? "nothing" : name);
  });

  test("that is an address is replaced as one", () => {
    const address = topicFor(LAMP);
    expect(address).toMatch(/^0x[0-9a-f]{16}$/);
    expect(address).not.toBe(LAMP);
    const { json } = anonymised("bridge/devices", [{ ieee_address: LAMP, friendly_name: LAMP }]);
    expect(json).toEqual([{ ieee_address: address, friendly_name: address }]);
    expect(topicFor(`${LAMP.toUpperCase().replace("X", "x")}/set`)).toBe(`0x${address.slice(2).toUpperCase()}/set`);
    expect(topicFor("0xffffffffffffffff")).toBe("0xffffffffffffffff");
  });
});

describe("reports of lamps and commands to them", () => {
  test.each([
    [{ state: "ON", brightness: 99, color_mode: "xy", color: { x: 0.5056, y: 0.4152 }, linkquality: 94 }],
    [{ state_l1: "OFF", brightness_l1: 254, color_temp_l1: 250, color_mode_l1: "color_temp", color_temp: null }],
    [{ last_seen: "2022-04-15T17:48:28+08:00", update: { state: "available", installed_version: 16_777_241 } }],
    [{ gradient: ["#ff0000", "#00FF00"], power_on_behavior: "previous", effect: "colorloop" }],
    [{ color: { hue: 27, saturation: 92, hex: "#ffaa00" }, transition: 2, scene_recall: 3 }],
    [[]],
    ["online"],
  ])("stays as it was: %j", (state) => {
    expect(anonymised("Den", state)).toEqual({
      millis: 7,
      topic: topicFor("Den"),
      ...(typeof state === "string" ? { text: state } : { json: state }),
    });
  });

  test("goes by parts with names that nobody knows, and is still of those parts", () => {
    const { json } = anonymised("bridge/devices", [{ endpoint: "annas_side", property: "state_annas_side" }]);
    expect(json[0].property).toBe(`state_${json[0].endpoint}`);
    expect(anonymised("Den", { state_annas_side: "ON" }).json).toEqual({ [json[0].property]: "ON" });
    expect(json[0].endpoint).not.toContain("anna");
  });

  test("stays as it was when each attribute has a topic of its own", () => {
    expect(anonymised("Den/brightness", "120")).toMatchObject({ topic: `${topicFor("Den")}/brightness`, json: 120 });
    expect(anonymised("Den/color-x", "0.31")).toMatchObject({ topic: `${topicFor("Den")}/color-x`, json: 0.31 });
    expect(anonymised("Den/state", "ON")).toMatchObject({ topic: `${topicFor("Den")}/state`, text: "ON" });
  });

  test("may be an empty text, no JSON, or no text at all, and stays of that kind", () => {
    expect(anonymised("Den", "")).toMatchObject({ text: "" });
    expect(anonymised("Den", '{"name":"Anna"').text).toMatch(/^\{"[^{]+$/);
    const said = made.anonymise({ topic: "Den", payload: Uint8Array.of(0x80, 1, 2), isRetained: false });
    const { base64 } = JSON.parse(messageLine(0, said ?? expect.fail()));
    const bytes = Buffer.from(base64, "base64");
    expect(bytes).toHaveLength(3);
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
  });

  test("may be nested without end", () => {
    const deep = 100_000;
    expect(JSON.stringify(anonymised("Den", `${"[".repeat(deep)}${"]".repeat(deep)}`).json)).toHaveLength(
      2 * 64 + "null".length,
    );
  });
});

describe("numbers", () => {
  test("are replaced where nobody knows what they are, and keep their sign and kind", () => {
    const { json } = anonymised("Door", { pin_code: 4711, latitude: 52.520_008, offset: -3, zero: 0, big: 1e300 });
    const [pin, latitude, offset, zero] = Object.values(json);
    for (const number of [4711, 52.520_008, -3, 1e300]) expect(Object.values(json)).not.toContain(number);
    expect(pin).toSatisfy(Number.isInteger);
    expect(latitude).not.toSatisfy(Number.isInteger);
    expect(offset).toBeLessThan(0);
    expect(zero).toBe(0);
    expect(Object.keys(json).join()).not.toMatch(/pin|lat|off|big/);
  });

  test("that are addresses in the network are replaced one for one", () => {
    const all = Array.from({ length: 65_536 }, (_, network_address) => ({ network_address }));
    const { json } = anonymised("bridge/devices", all);
    const numbers: readonly number[] = json.map((device: { network_address: number }) => device.network_address);
    expect(new Set(numbers).size).toBe(65_536);
    expect(Math.max(...numbers)).toBe(65_535);
    expect(numbers.filter((number, index) => number === index).length).toBeLessThan(100);
  });
});

describe("what a bridge publishes of itself", () => {
  test("is no more than how it talks", () => {
    const info = {
      version: "2.14.1",
      os: { version: "Linux - anna-pi" },
      mqtt: { server: "mqtt://10.0.0.7" },
      coordinator: { ieee_address: LAMP, type: "zStack3x0", meta: { revision: 20240710 } },
      network: { pan_id: 6754, channel: 11 },
      permit_join: false,
      config: {
        advanced: { output: "attribute", cache_state: true, network_key: [1, 2, 3] },
        availability: true,
        homeassistant: { enabled: true, discovery_topic: "anna" },
        mqtt: { password: "hunter2", include_device_information: false },
        devices: { [LAMP]: { friendly_name: "Anna" } },
      },
      config_schema: {},
    };
    const { json } = anonymised("bridge/info", info);
    expect(json).toEqual({
      version: "2.14.1",
      coordinator: { ieee_address: topicFor(LAMP), type: "zStack3x0" },
      network: { pan_id: expect.any(Number), channel: 11 },
      permit_join: false,
      config: {
        advanced: { output: "attribute", cache_state: true },
        availability: true,
        homeassistant: { enabled: true },
        mqtt: { include_device_information: false },
      },
    });
    expect(json.network.pan_id).not.toBe(6754);
  });

  test.each([
    ...[
      "bridge/logging",
      "bridge/definitions",
      "bridge/health",
      "bridge/converters",
      "bridge/extensions",
      "bridge/log",
    ],
    ...["bridge/request/install_code/add", "bridge/response/backup", "bridge/response/networkmap", "luxgate/places"],
    ...["bridge/request/options", "bridge/config/devices"],
  ])("is left out below %s", (topic) => {
    expect(anonymised(topic, { message: "Anna" })).toBeUndefined();
  });

  test("keeps the texts of vendors, and none of the owner's", () => {
    const ours = { model: "X", vendor: "Y", description: "Smart plug" };
    const { json } = anonymised("bridge/devices", [
      { manufacturer: "Signify\u0000", model_id: "LCT024", date_code: "", description: "Anna's", definition: ours },
      { definition: { ...ours, source: "external" }, model: "mailto:anna@home.lan", vendor: LAMP },
    ]);
    expect(json[0]).toMatchObject({
      manufacturer: "Signify\u0000",
      model_id: "LCT024",
      date_code: "",
      definition: ours,
    });
    expect(JSON.stringify(json)).not.toMatch(/anna|abcdef01/i);
    expect(json[1].definition.description).not.toBe("Smart plug");
  });
});

test("another secret gives other names", () => {
  const other = new Anonymiser(new Uint8Array(32)).anonymise(messageOf("Den", ""));
  expect(other?.topic).not.toBe(topicFor("Den"));
});
