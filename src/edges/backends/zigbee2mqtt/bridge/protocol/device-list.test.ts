import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../../../test/support/depth.ts";
import { devicesText } from "../../../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, ieeeAddress, type StandInDevice } from "../../../../../../test/support/zigbee2mqtt/devices.ts";
import { USUAL_STYLE } from "../../../../../../test/support/zigbee2mqtt/style.ts";
import { allAtOnce } from "../../../../../shared/steps.ts";
import { parseDeviceList as readDevicesInSteps } from "./device-list.ts";
import { parseGroupList as readGroupsInSteps } from "./group-list.ts";

const parseDeviceList = (payload: Uint8Array) => allAtOnce(readDevicesInSteps(payload));
const parseGroupList = (payload: Uint8Array) => allAtOnce(readGroupsInSteps(payload));

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });

const read = (...devices: readonly StandInDevice[]) => parseDeviceList(Buffer.from(devicesText(USUAL_STYLE, devices)));
const namesIn = (list: ReturnType<typeof parseDeviceList>) => list?.devices.map(({ name }) => name);
const odd = (oddities: StandInDevice["oddities"]): StandInDevice => ({ ...LAMP, oddities });

describe("a list of devices", () => {
  test("identifies the network by its coordinator, which is no device of the home", () => {
    expect(read(LAMP, OTHER)).toMatchObject({ network: USUAL_STYLE.coordinator, isWhole: true, problems: [] });
    expect(namesIn(read(LAMP, OTHER))).toEqual(["Lamp", "Other"]);
  });

  test("loses only entries without an address, and is not whole then", () => {
    for (const oddities of [{ ieee_address: null }, { ieee_address: "Lamp" }, { ieee_address: `${LAMP.ieee}0` }]) {
      const list = read(odd(oddities), OTHER);
      expect(namesIn(list)).toEqual(["Other"]);
      expect(list?.isWhole).toBe(false);
      expect(list?.problems.map(({ about }) => about)).toEqual(["bridge/devices", "bridge/devices"]);
    }
  });

  test("is not whole when it is empty or cut short, and then has what stands before the cut", () => {
    expect(parseDeviceList(Buffer.from("[]"))).toMatchObject({ devices: [], isWhole: false });
    const text = devicesText(USUAL_STYLE, [LAMP, OTHER]);
    const cut = parseDeviceList(Buffer.from(text.slice(0, -10)));
    expect(namesIn(cut)).toEqual(["Lamp"]);
    expect(cut?.isWhole).toBe(false);
  });

  test("has a device that is listed twice once, as it stands there first", () => {
    const list = read(LAMP, { ...LAMP, name: "Again" }, OTHER);
    expect(namesIn(list)).toEqual(["Lamp", "Other"]);
    expect(list?.problems).toEqual([{ about: "Again", words: "it is listed twice" }]);
    expect(list?.isWhole).toBe(true);
  });

  test("calls a device without a name by its address", () => {
    for (const name of [null, "", 7]) expect(namesIn(read(odd({ friendly_name: name })))).toEqual([LAMP.ieee]);
  });

  test("has devices of the first generation, which says less of them", () => {
    const entry = { interview_state: undefined, interview_completed: true, interviewing: false };
    const definition = { model: "9290022166", exposes: LAMP.model.exposes };
    expect(read(odd({ ...entry, definition }))?.devices[0]).toMatchObject({
      interview: "successful",
      capabilities: { model: "LCA001", manufacturer: "Signify Netherlands B.V.", lamps: [{ endpoint: null }] },
    });
    expect(read(odd({ ...entry, interviewing: true }))?.devices[0]?.interview).toBe("under way");
    expect(read(odd({ ...entry, interview_completed: false }))?.devices[0]?.interview).toBe("failed");
    expect(read(odd({ ...entry, interview_completed: undefined }))?.devices[0]?.interview).toBe("successful");
  });

  test("has devices of unknown models, as they name themselves, and says that they can do nothing", () => {
    for (const definition of [null, undefined, "none"]) {
      const list = read(odd({ definition, manufacturer: "Acme\u0000", model_id: " X1 " }));
      expect(list?.devices[0]?.capabilities).toMatchObject({ manufacturer: "Acme", model: "X1", lamps: [] });
      expect(list?.problems.map(({ words }) => words)).toContain(
        "Zigbee2MQTT does not support its model, so it cannot be controlled",
      );
      expect(list?.isWhole).toBe(true);
    }
  });

  test("says of a disabled device that it is", () => {
    expect(read({ ...LAMP, isDisabled: true })?.problems).toEqual([
      { about: "Lamp", words: "it is disabled in Zigbee2MQTT" },
    ]);
  });

  test("has lamps of one model share what is known of that, and no others", () => {
    const [lamp, other, dimmable] =
      read(LAMP, OTHER, aBulb({ ieee: ieeeAddress(3), model: "dimmable" }))?.devices ?? [];
    expect(lamp?.capabilities).toBe(other?.capabilities);
    expect(dimmable?.capabilities).not.toEqual(lamp?.capabilities);
  });

  test("is read, and not for ever, even if all in it are of one model and yet different", () => {
    const exposes = (at: number) => [
      { type: "light", features: [{ type: "binary", name: "state", property: `s${at}` }] },
    ];
    const entry = (at: number) =>
      odd({ ieee_address: ieeeAddress(at), definition: { model: "m", exposes: exposes(at) } });
    const list = read(...Array.from({ length: 10_000 }, (_, at) => entry(at)));
    expect(list?.devices.map(({ capabilities }) => capabilities.lamps[0]?.state.property)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => `s${at}`),
    );
  });

  test("says of a name that no topic can hold that it is one", () => {
    for (const name of ["Lamp + Shade", "#1", "a\0b"]) {
      expect(read({ ...LAMP, name })?.problems).toEqual([
        { about: name, words: "its name contains + or #, which MQTT topics do not allow" },
      ]);
    }
    const name = "x".repeat(5_000);
    expect(read({ ...LAMP, name })?.problems).toEqual([
      { about: name, words: "its name is too long for an MQTT topic" },
    ]);
  });

  test("says some of what is wrong with a device, and how much more that is, what keeps it from working first", () => {
    const exposes = Array(35_000).fill(null);
    const list = read({ ...odd({ definition: { exposes } }), isDisabled: true }, OTHER);
    expect(namesIn(list)).toEqual(["Lamp", "Other"]);
    const said = list?.problems.map(({ about, words }) => `${about}: ${words}`);
    expect(said).toHaveLength(21);
    expect(said?.slice(0, 2)).toEqual(["Lamp: it is disabled in Zigbee2MQTT", "Lamp: expose 1 is invalid"]);
    expect(said?.at(-1)).toBe("Lamp: and 34981 more");
    const features = Array(35_000).fill(null);
    const light = read(odd({ definition: { exposes: [{ type: "light", features }] } }));
    expect(light?.problems.at(-1)?.words).toBe("and 34981 more");
  });

  test("says of some entries that cannot be read why, and of how many more there are", () => {
    const strange = Array.from({ length: 30 }, (_, at) => odd({ ieee_address: null, friendly_name: `Lamp ${at}` }));
    const words = read(...strange, OTHER)?.problems.map((problem) => problem.words);
    expect(words).toHaveLength(22);
    expect(words?.slice(-2)).toEqual(["and 10 more", "the list is incomplete, so nothing is removed"]);
  });

  test("is not whole when it has too many entries or one that is too long, and has the others", () => {
    const long = read(LAMP, { ...OTHER, oddities: { description: "x".repeat(1024 * 1024) } });
    expect(namesIn(long)).toEqual(["Lamp"]);
    expect(long?.isWhole).toBe(false);
    expect(long?.problems[0]).toEqual({ about: "bridge/devices", words: "1 entry longer than 192 kB: ignored" });
    const many = parseDeviceList(Buffer.from(`[${"null,".repeat(30_000)}null]`));
    expect(many?.problems[0]?.words).toBe("it has more than 10001 entries: the others are ignored");
  });

  test("is none when it is something else", () => {
    for (const text of ["", "null", "{}", "online", '"[]"']) expect(parseDeviceList(Buffer.from(text))).toBeUndefined();
  });
});

describe("whatever the bytes", () => {
  const someKey = fc.constantFrom(
    ...["ieee_address", "friendly_name", "definition", "exposes", "features", "type", "name", "property", "endpoint"],
    ...["access", "interview_state", "id", "members", "scenes", "value_min", "value_max", "__proto__", "length_max"],
  );
  const someValue = fc.letrec<{ any: unknown; entry: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(ieeeAddress(1), "light", "binary", "numeric", "state", "brightness", "color_xy", "gradient"),
      fc.jsonValue({ maxDepth: 1 }),
      fc.double(),
      tie("entry"),
      fc.array(tie("any"), { maxLength: 4 }),
    ),
    entry: fc.dictionary(someKey, tie("any"), { maxKeys: 6 }),
  }));
  const anyText = fc.oneof(
    fc.array(someValue.entry, { maxLength: 4 }).map((list) => JSON.stringify(list)),
    fc.string(),
    fc.string().map((text) => `[${text}`),
  );

  test("reading lists throws nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const devices = parseDeviceList(Buffer.from(text))?.devices ?? [];
        const groups = parseGroupList(Buffer.from(text))?.groups ?? [];
        expect(new Set(devices.map(({ ieeeAddress: address }) => address)).size).toBe(devices.length);
        expect(new Set(groups.map(({ number }) => number)).size).toBe(groups.length);
      }),
      { numRuns: times(3_000) },
    );
  });

  test("reading lists throws nothing however deep they are", () => {
    const deep = `${"[".repeat(90_000)}${"]".repeat(90_000)}`;
    for (const text of [deep, `[{"ieee_address":"${LAMP.ieee}","definition":{"exposes":${deep}}}]`]) {
      expect(parseDeviceList(Buffer.from(text))?.problems).not.toEqual([]);
      expect(parseGroupList(Buffer.from(text))?.problems).toEqual([
        { about: "bridge/groups", words: "1 entry cannot be read" },
      ]);
    }
  });
});
