import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../../../test/support/gateway/manual-clock.ts";
import { CommandedStore } from "../../../../../test/support/store/commanded-store.ts";
import { settled } from "../../../../../test/support/store/stored-gateway.ts";
import { aBulb, aGroup, ieeeAddress, type StandInDevice } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { ScriptedOperator } from "../../../../../test/support/zigbee2mqtt/scripted-operator.ts";
import { type Manner, ScriptedZigbee2Mqtt } from "../../../../../test/support/zigbee2mqtt/scripted-zigbee2mqtt.ts";
import { nothingSent } from "../../nothing-sent.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const TWIN = aBulb({ ieee: ieeeAddress(3), name: "Twin", model: "twoEndpoints" });
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const NAME = "mqtt://broker.lan/zigbee2mqtt";
const SECOND_NAME = "mqtt://barn.lan/zigbee2mqtt";
const AT = `Zigbee2MQTT at ${NAME}`;
const UNKNOWN = 'the outcome is unknown. Check it with "luxgate devices" and "luxgate status".';

test.each([
  ["it is gone", "it is gone. Nothing was sent."],
  ["why?", "why? Nothing was sent."],
])("%j, so %j", (why, words) => {
  expect(nothingSent(why)).toBe(words);
});

let clock: ManualClock;
let zigbee: ScriptedZigbee2Mqtt;
let scripted: ScriptedGateway;
let operator: ScriptedOperator;

function house(devices: readonly StandInDevice[], ...others: readonly ScriptedZigbee2Mqtt[]): void {
  zigbee = new ScriptedZigbee2Mqtt({ clock, devices, groups: [KITCHEN], name: NAME });
  const all = [zigbee, ...others];
  scripted = new ScriptedGateway({ clock, bridges: all.map(({ bridge }) => bridge) });
  for (const one of all) one.come();
  operator = new ScriptedOperator(scripted);
  zigbee.bridge.take();
}

beforeEach(() => {
  clock = new ManualClock();
  house([LAMP, OTHER]);
});

/** What was asked of Zigbee2MQTT. */
const requests = (ending: string) => zigbee.bridge.take(ending).map(({ payload }) => payload);

/** The names of devices as clients were told them, whenever that happened. */
function told(): readonly string[] {
  const names: string[] = [];
  scripted.gateway.watchRounds((round) => {
    for (const { replacements } of round) {
      for (const { in: kind, before, after } of replacements) {
        if (kind === "devices") names.push(`${before?.name ?? "nothing"} became ${after?.name ?? "nothing"}`);
      }
    }
  });
  return names;
}

describe("a device that is renamed", () => {
  const rename = (name = "Shade") => operator.do("device.rename", { device: "Lamp", name });

  test("is renamed once Zigbee2MQTT has done it, and no watcher sees the new name before that", async () => {
    zigbee.manner = "late";
    const names = told();
    const asked = operator.begin("device.rename", { device: "Lamp", name: "Shade" });
    expect([asked.outcome, scripted.deviceNames]).toEqual([undefined, ["Lamp", "Other"]]);
    expect(await operator.outcomeOf(asked)).toMatchObject({ result: { name: "Shade" } });
    expect(requests("device/rename")).toEqual([{ from: LAMP.ieee, to: "Shade", transaction: expect.any(String) }]);
    expect([scripted.deviceNames, zigbee.deviceNames]).toEqual([
      ["Other", "Shade"],
      ["Other", "Shade"],
    ]);
    expect(names).toEqual(["Lamp became Shade"]);
  });

  test("is called as before, everywhere, when Zigbee2MQTT refuses, which is passed on in its words", async () => {
    const names = told();
    expect(await rename("Other")).toEqual({ refused: [`${AT} refused: friendly_name 'Other' is already in use`] });
    expect([scripted.deviceNames, zigbee.deviceNames]).toEqual([
      ["Lamp", "Other"],
      ["Lamp", "Other"],
    ]);
    expect(names).toEqual([]);
    expect(scripted.problems).toEqual([]);
  });

  test("keeps the names of its several lamps in line, told once", async () => {
    house([TWIN]);
    const lights: string[] = [];
    scripted.gateway.watch(({ replacements }) => {
      for (const { in: kind, after } of replacements) if (kind === "lights") lights.push(after?.name ?? "gone");
    });
    await operator.do("device.rename", { device: "Twin", name: "Pair" });
    expect(lights).toEqual(["Pair l1", "Pair l2"]);
  });

  test("is not asked for again when it is called so already", async () => {
    expect(await rename("Lamp")).toMatchObject({ result: { name: "Lamp" } });
    expect(requests("rename")).toEqual([]);
  });

  test("under a name that Zigbee2MQTT does not take is refused without asking it", async () => {
    for (const command of ["device.rename", "device.admit"] as const) {
      const [line] = await operator.refusal(command, { device: "Lamp", name: "a+b" });
      expect(line).toContain("Use a name without + or #");
    }
    expect(zigbee.bridge.published).toEqual([]);
  });

  test("while it is admitted is asked for just the same", async () => {
    const refusal = await operator.refusal("device.admit", { device: "Lamp", name: "Other", room: "Kitchen" });
    expect(refusal).toEqual([`${AT} refused: friendly_name 'Other' is already in use`]);
    const admitted = await operator.do("device.admit", { device: "Lamp", name: "Shade", room: "none" });
    expect(admitted).toMatchObject({ result: { name: "Shade", room: null } });
    expect(zigbee.deviceNames).toEqual(["Other", "Shade"]);
  });
});

describe("a device that is removed", () => {
  const remove = (force = false) => operator.do("device.remove", { device: "Lamp", force });

  /** It says that it did, and its list says so later, or never. */
  async function letGoBeforeItIsListed(): Promise<void> {
    zigbee.manner = "unheard";
    const asked = operator.begin("device.remove", { device: "Lamp" });
    await settled();
    const [{ transaction }] = requests("device/remove") as [{ transaction: string }];
    zigbee.bridge.deliver("bridge/response/device/remove", { status: "ok", data: {}, transaction });
    expect(await operator.outcomeOf(asked)).toMatchObject({ result: { name: "Lamp" } });
  }

  test("is gone once Zigbee2MQTT has let it go, and not before", async () => {
    zigbee.manner = "late";
    const names = told();
    const asked = operator.begin("device.remove", { device: "Lamp" });
    scripted.pass(1_000);
    expect([asked.outcome, scripted.deviceNames]).toEqual([undefined, ["Lamp", "Other"]]);
    expect(await operator.outcomeOf(asked)).toMatchObject({ result: { name: "Lamp" } });
    expect([scripted.deviceNames, zigbee.deviceNames]).toEqual([["Other"], ["Other"]]);
    expect(names).toEqual(["Lamp became nothing"]);
  });

  test("stays when Zigbee2MQTT cannot do it, in its words, with what would help; by force it goes", async () => {
    zigbee.network.deaf.add(LAMP.ieee);
    expect(await remove()).toEqual({
      refused: [
        `${AT} refused: Failed to remove device 'Lamp' (block: false, force: false) (no answer). If the device does not answer, use: luxgate device remove … --force`,
      ],
    });
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
    expect(await remove(true)).toMatchObject({ result: { name: "Lamp" } });
    expect([scripted.deviceNames, zigbee.deviceNames]).toEqual([["Other"], ["Other"]]);
    expect(requests("device/remove")).toEqual([
      { id: LAMP.ieee, transaction: expect.any(String) },
      { id: LAMP.ieee, force: true, transaction: expect.any(String) },
    ]);
  });

  test("is gone though it is listed for a while and says something, and may join again then", async () => {
    const names = told();
    await letGoBeforeItIsListed();
    zigbee.bridge.list({ devices: [LAMP, { ...OTHER, name: "Another" }] });
    zigbee.bridge.deliver("Lamp", { state: "ON" });
    zigbee.bridge.deliver("Lamp/availability", { state: "online" });
    expect(scripted.deviceNames).toEqual(["Another"]);
    zigbee.bridge.list({ devices: [OTHER] });
    expect(names).not.toContain("nothing became Lamp");
    zigbee.bridge.list({ devices: [OTHER, LAMP] });
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
  });

  test("is back, as a problem, when Zigbee2MQTT said that it let it go and lists it for ever", async () => {
    await letGoBeforeItIsListed();
    expect(scripted.deviceNames).toEqual(["Other"]);
    scripted.pass(60_000);
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
    expect(scripted.problemsOf("Lamp")).toEqual(["Zigbee2MQTT did not remove it"]);
  });

  test("from one of two networks that list it is in the other then", async () => {
    const style = { coordinator: "0x00124b00aaaaaaaa" };
    const second = new ScriptedZigbee2Mqtt({ clock, devices: [LAMP], name: SECOND_NAME, style });
    house([LAMP, OTHER], second);
    await remove();
    expect(zigbee.deviceNames).toEqual(["Other"]);
    expect(second.deviceNames).toEqual(["Lamp"]);
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
  });

  test("that no list has is removed from the home alone", async () => {
    const broken = { ...OTHER, oddities: { ieee_address: null } };
    const before = scripted.restarted();
    zigbee.bridge.list({ devices: [broken], groups: [] });
    before.bridge.open();
    const outcome = await new ScriptedOperator(before).do("device.remove", { device: "Lamp" });
    expect(outcome).toMatchObject({ result: { name: "Lamp" } });
    expect(before.deviceNames).toEqual(["Other"]);
  });
});

describe("a scene that the lamps keep", () => {
  test("is shown once the broker has the recall, and nobody says that the lamps do", async () => {
    const outcome = await operator.do("scene.activate", { scene: "Bright", wait: true });
    expect(outcome).toMatchObject({ result: { active: true, confirmed: false, silent: [], unreached: [] } });
    expect(requests("5/set")).toEqual([{ scene_recall: 1 }]);
    expect(scripted.shownIn("Kitchen")).toBe("Bright");
  });

  test("is recalled by the name of its group where a device is called like the group's number", async () => {
    house([LAMP, { ...OTHER, name: "5" }]);
    await operator.do("scene.activate", { scene: "Bright" });
    expect(zigbee.bridge.take("/set").map(({ topic }) => topic)).toEqual(["Kitchen/set"]);
    expect(scripted.shownIn("Kitchen")).toBe("Bright");
  });

  test("is refused where a device is called like the group, too", async () => {
    house([LAMP, { ...OTHER, name: "5" }, { ...TWIN, name: "Kitchen" }]);
    expect(await operator.refusal("scene.activate", { scene: "Bright" })).toEqual([
      'Zigbee2MQTT has a device called "5", which is the number of the group "Kitchen": rename that device. Nothing was sent.',
    ]);
    expect(zigbee.bridge.take("/set")).toEqual([]);
  });

  test("is not shown when the broker does not take it in time", async () => {
    zigbee.bridge.cut();
    const refusal = await operator.refusal("scene.activate", { scene: "Bright" });
    expect(refusal).toEqual([`${AT} did not answer within 10 s: ${UNKNOWN}`]);
    expect(scripted.shownIn("Kitchen")).toBeUndefined();
  });

  test("is not asked of a Zigbee2MQTT that did not list it", async () => {
    const before = scripted.restarted();
    zigbee.bridge.retain("bridge/groups", "no list");
    before.bridge.open();
    expect(await new ScriptedOperator(before).refusal("scene.activate", { scene: "Bright" })).toEqual([
      expect.stringMatching(/^No Zigbee2MQTT .* scene.* Nothing was sent/),
    ]);
  });
});

describe("a lamp that is set", () => {
  const set = (...words: readonly string[]) => operator.do("set", { device: "Lamp", words: [...words], wait: true });

  test("is confirmed by what it says itself", async () => {
    expect(await set("on", "40%")).toMatchObject({ result: { confirmed: true, state: "on 40% 2703K" } });
  });

  test("and does not confirm it in time is shown as it is, and that is said", async () => {
    zigbee.network.deaf.add(LAMP.ieee);
    const { state } = scripted.light("Lamp").on ? { state: "off" } : { state: "on" };
    const outcome = await set(state);
    expect(outcome).toEqual({
      refused: [
        expect.stringMatching(
          /^The command was sent, but "Lamp" did not confirm it within 10 s\. Its last known state: /,
        ),
      ],
    });
    expect(scripted.light("Lamp").on).toBe(state === "off");
  });

  test("is only sent when nobody waits for it", async () => {
    zigbee.network.deaf.add(LAMP.ieee);
    const outcome = await operator.do("set", { device: "Lamp", words: ["on"] });
    expect(outcome).toMatchObject({ result: { confirmed: false } });
  });

  test("is refused where no Zigbee2MQTT lists it, as nobody would hear of it", async () => {
    const before = scripted.restarted();
    zigbee.bridge.list({ devices: [{ ...OTHER, oddities: { ieee_address: null } }], groups: [] });
    before.bridge.open();
    const refusal = await new ScriptedOperator(before).refusal("set", { device: "Lamp", words: ["on"] });
    expect(refusal).toEqual(['No Zigbee2MQTT lists "Lamp". Nothing was sent.']);
  });
});

describe("a colour scene", () => {
  beforeEach(async () => {
    await operator.do("scene.add", { room: "Whole house", name: "Warm", colours: ["#ff0000"] });
  });

  const activate = () => operator.do("scene.activate", { scene: "Warm", wait: true });

  test("is shown when all lamps say that they do", async () => {
    expect(await activate()).toMatchObject({ result: { active: true, confirmed: true, silent: [], unreached: [] } });
  });

  test("is not shown when a lamp does not do it, which is named", async () => {
    zigbee.network.deaf.add(OTHER.ieee);
    expect(await activate()).toMatchObject({ result: { active: false, confirmed: false, silent: ["Other"] } });
  });

  test("is refused when no lamp does it", async () => {
    for (const { ieee } of [LAMP, OTHER]) zigbee.network.deaf.add(ieee);
    expect(await activate()).toEqual({
      refused: [expect.stringMatching(/^The command was sent.* 10 s: Other, Lamp\b/)],
    });
  });

  test("names the lamps of a Zigbee2MQTT that is away, and is refused when all of them are", async () => {
    const barn = aBulb({ ieee: ieeeAddress(7), name: "Barn" });
    const style = { coordinator: "0x00124b00aaaaaaaa" };
    const second = new ScriptedZigbee2Mqtt({ clock, devices: [barn], name: SECOND_NAME, style });
    house([LAMP], second);
    await operator.do("scene.add", { room: "Whole house", name: "Warm", colours: ["2700K"] });
    second.bridge.close("it is gone");
    expect(await activate()).toMatchObject({ result: { confirmed: true, unreached: ["Barn"] } });
    zigbee.bridge.close("it is gone");
    expect(await activate()).toEqual({ refused: [expect.stringContaining("it is gone. Nothing was sent.")] });
  });
});

describe("with Zigbee2MQTT away", () => {
  /** The broker is there, and has forgotten all that it kept. */
  const goSilent = () => {
    zigbee.bridge.close();
    zigbee.bridge.onPublished = () => undefined;
    for (const [topic] of zigbee.bridge.retained) zigbee.bridge.retain(topic, "");
    zigbee.bridge.open();
    scripted.pass(10_000);
    zigbee.bridge.take();
  };
  const AWAY: readonly (readonly [how: string, why: string, go: () => void])[] = [
    ["as the broker is gone", "the broker is gone", () => zigbee.bridge.close("the broker is gone")],
    [
      "as it does not run",
      "Zigbee2MQTT is not running",
      () => zigbee.bridge.retain("bridge/state", { state: "offline" }),
    ],
    ["as nothing is said there", "no messages below zigbee2mqtt/: check the base topic", goSilent],
    [
      "as nothing listens at the broker's port",
      "nothing listens on this port (connect ECONNREFUSED 10.0.0.7:1883)",
      () => zigbee.bridge.close("connect ECONNREFUSED 10.0.0.7:1883"),
    ],
  ];

  test.each(AWAY)(
    "%s, whatever needs it is refused at once, in words, and nothing is sent or changed",
    async (_how, why, go) => {
      go();
      scripted.pass(3_000);
      const before = JSON.stringify(scripted.contents);
      const nowMillis = clock.now();
      const refusal = [nothingSent(`${AT} has been unreachable for 3 seconds: ${why}`)];
      expect(await operator.refusal("set", { device: "Lamp", words: ["on"], wait: true })).toEqual(refusal);
      expect(await operator.refusal("scene.activate", { scene: "Bright" })).toEqual(refusal);
      expect(await operator.refusal("join", { seconds: 30 })).toEqual(refusal);
      expect(await operator.refusal("device.remove", { device: "Lamp" })).toEqual(refusal);
      expect(await operator.refusal("device.remove", { device: "Lamp", force: true })).toEqual(refusal);
      expect(await operator.refusal("device.rename", { device: "Lamp", name: "Shade" })).toEqual(refusal);
      expect(await operator.refusal("device.admit", { device: "Lamp", name: "Shade" })).toEqual(refusal);
      expect(JSON.stringify(scripted.contents)).toBe(before);
      expect(zigbee.bridge.published).toEqual([]);
      expect(clock.now()).toBe(nowMillis);
    },
  );

  test("what is this gateway's own is done", async () => {
    zigbee.bridge.close();
    expect(await operator.do("room.add", { name: "Attic" })).toMatchObject({ result: { name: "Attic" } });
    expect(await operator.do("device.move", { device: "Lamp", room: "Attic" })).toMatchObject({
      result: { room: "Attic" },
    });
    expect(await operator.do("device.rename", { device: "Luxgate", name: "gate/1" })).toMatchObject({
      result: { name: "gate/1" },
    });
  });

  test("since the start, a device that it may have is neither removed nor renamed", async () => {
    scripted = scripted.restarted();
    operator = new ScriptedOperator(scripted);
    const refusal = [`${AT} has been unreachable for 1 second: not reached yet. Nothing was sent.`];
    expect(await operator.refusal("device.remove", { device: "Lamp" })).toEqual(refusal);
    expect(await operator.refusal("device.rename", { device: "Lamp", name: "Shade" })).toEqual(refusal);
    expect(await operator.refusal("set", { device: "Lamp", words: ["on"] })).toEqual(refusal);
  });

  test("that is a problem, with since when, until it is back", async () => {
    expect(await operator.do("problem.list", {})).toEqual({ result: [] });
    zigbee.bridge.close("connect ECONNREFUSED 10.0.0.7:1883");
    scripted.pass(61_000);
    expect(await operator.do("problem.list", {})).toEqual({
      result: [
        {
          about: NAME,
          words: expect.stringMatching(/unreachable: .*\(connect ECONNREFUSED 10\.0\.0\.7:1883\)$/),
          count: 1,
          agoMillis: 0,
          forMillis: 61_000,
        },
      ],
    });
    zigbee.bridge.close("connect ETIMEDOUT");
    scripted.pass(1_000);
    expect(await operator.do("problem.list", {})).toMatchObject({ result: [{ forMillis: 62_000 }] });
    zigbee.come();
    expect(await operator.do("problem.list", {})).toEqual({ result: [] });
  });
});

test("of several, only the one that is away is a problem, and only its devices cannot be asked for anything", async () => {
  const barn = aBulb({ ieee: ieeeAddress(7), name: "Barn" });
  const style = { coordinator: "0x00124b00aaaaaaaa" };
  const second = new ScriptedZigbee2Mqtt({ clock, devices: [barn], name: SECOND_NAME, style });
  house([LAMP], second);
  second.bridge.close("it is gone");
  expect(scripted.problems.map(({ about }) => about)).toEqual([SECOND_NAME]);
  expect(await operator.do("device.rename", { device: "Lamp", name: "Shade" })).toMatchObject({
    result: { name: "Shade" },
  });
  const refusal = [`Zigbee2MQTT at ${SECOND_NAME} has been unreachable for 1 second: it is gone. Nothing was sent.`];
  expect(await operator.refusal("device.rename", { device: "Barn", name: "Shed" })).toEqual(refusal);
  expect(await operator.refusal("device.remove", { device: "Barn" })).toEqual(refusal);
});

test.each<readonly [manner: Manner, words: string]>([
  ["never", `did not answer within 10 s: ${UNKNOWN}`],
  ["unheard", `did not answer within 10 s: ${UNKNOWN}`],
  ["too late", `did not answer within 10 s: ${UNKNOWN}`],
  ["unclear", `gave an unclear answer: ${UNKNOWN}`],
  ["the broker goes after", `became unreachable before it answered (the broker is gone): ${UNKNOWN}`],
  ["it goes after", `became unreachable before it answered (Zigbee2MQTT is not running): ${UNKNOWN}`],
])("no clear answer is told as just that: %s", async (manner, words) => {
  zigbee.manner = manner;
  expect(await operator.refusal("device.rename", { device: "Lamp", name: "Shade" })).toEqual([`${AT} ${words}`]);
});

test("a gateway that is stopped leaves nobody waiting", async () => {
  zigbee.manner = "never";
  const asked = operator.begin("device.rename", { device: "Lamp", name: "Shade" });
  await scripted.stop();
  expect(await operator.outcomeOf(asked)).toEqual({
    refused: [`${AT} became unreachable before it answered (the gateway was stopped): ${UNKNOWN}`],
  });
});

test("what was done and could not be stored is told as that; after it, nobody is asked for what cannot be stored", async () => {
  const store = new CommandedStore(scripted.contents);
  scripted = scripted.restarted({ store });
  operator = new ScriptedOperator(scripted);
  zigbee.come();
  store.refuse();
  expect(await operator.refusal("device.rename", { device: "Lamp", name: "Shade" })).toEqual([
    expect.stringMatching(/back end made the change.*\(the disk is full\)/),
  ]);
  expect([scripted.deviceNames, zigbee.deviceNames]).toEqual([
    ["Other", "Shade"],
    ["Other", "Shade"],
  ]);
  zigbee.bridge.take();
  expect(await operator.refusal("device.rename", { device: "Shade", name: "Lamp" })).toEqual([
    expect.stringMatching(/^Nothing was changed.*\(the disk is full\)/),
  ]);
  expect(requests("rename")).toEqual([]);
});
