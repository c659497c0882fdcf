import { describe, expect, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { exitCodeOf } from "../src/programs/checker/report/report.ts";
import { checkGateway, checkUrl, EVERY_EXTRA, faultsIn, uncheckedIn } from "./support/checker/check.ts";
import { elsewhere, expectFlawless, gateway, homeFrom } from "./support/checker/checked.ts";
import { inSuccess, isList, isOne } from "./support/checker/mutant.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { FOUNDED } from "./support/home/founded-home.ts";
import { aBulb, aGroup, ieeeAddress } from "./support/zigbee2mqtt/devices.ts";
import { GatewayOnStandIns } from "./support/zigbee2mqtt/gateway.ts";
import { MODELS, type ModelName } from "./support/zigbee2mqtt/models.ts";

const LIGHTS = times(1_000);

describe("our gateway breaks no rule", () => {
  test("in the demo home, by reads alone", async () => {
    const report = await checkGateway(await gateway());
    expectFlawless(report);
    expect(new Set(uncheckedIn(report).map(({ reason }) => reason))).toEqual(
      new Set(["only with --discovery", "only with --pair", "only with --write", "only with --events"]),
    );
  });

  test("with everything that can be asked for, seen from another machine: no rule is left out", async () => {
    const running = await gateway();
    const report = await checkGateway(running, { ...(await elsewhere(running)), extras: EVERY_EXTRA });
    expectFlawless(report);
    expect(uncheckedIn(report)).toEqual([]);
  });

  test("on this machine: only the discovery port, which it has itself, is left out", async () => {
    const report = await checkGateway(await gateway(), { extras: EVERY_EXTRA });
    expectFlawless(report);
    expect(uncheckedIn(report).map(({ id }) => id)).toEqual(["discovery.second-port"]);
  });

  test("where strangers share the network, with a key", async () => {
    const running = await gateway({ profile: "shared" });
    const { key } = await PairedClient.of(running);
    const extras = new Set(["discovery", "write", "events"] as const);
    expectFlawless(await checkGateway(running, { extras, key }));
  });

  test("with lamps of every sort behind Zigbee2MQTT", async () => {
    const names = Object.keys(MODELS) as readonly ModelName[];
    const devices = names.map((model, place) => aBulb({ model, ieee: ieeeAddress(place + 1), name: model }));
    const scenes = [{ id: 1, name: "Evening" }];
    const groups = [
      aGroup({ id: 1, name: "Hall", members: devices.slice(0, 3), scenes }),
      aGroup({ id: 2, name: "Cellar", members: devices.slice(3, 4) }),
    ];
    const { running } = await GatewayOnStandIns.start({ devices, groups });
    expectFlawless(await checkUrl(new URL(`http://127.0.0.1:${running.http.port}`)));
  });

  test(`in a home with ${LIGHTS} lights`, async () => {
    const running = await gateway({ contents: homeFrom(generatedHome(LIGHTS, 2)) });
    const report = await checkGateway(running, { extras: EVERY_EXTRA });
    expectFlawless(report);
    expect(report.requests).toBeLessThan(320);
  });

  test("in a home with nothing in it: what there is nothing of is left out", async () => {
    const running = await gateway({ contents: FOUNDED });
    const report = await checkGateway(running, { extras: new Set(["discovery", "events"]) });
    expectFlawless(report);
    expect(uncheckedIn(report).map(({ id }) => id)).toContain("light.fields");
  });
});

test("without --write nothing but GET, HEAD and OPTIONS is sent, one request at a time", async () => {
  const running = await gateway();
  const methods = new Set<string>();
  let underWay = 0;
  let mostUnderWay = 0;
  const watched = await elsewhere(running, {
    asked: (asked) => {
      methods.add(asked.method);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return asked;
    },
    given: (given) => {
      underWay -= 1;
      return given;
    },
  });
  await checkGateway(running, { ...watched, extras: new Set(["discovery"]) });
  expect([...methods].sort()).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(mostUnderWay).toBe(1);
});

test("what changes between two reads is looked at again, and is no fault", async () => {
  const running = await gateway();
  let times = 0;
  const flickering = inSuccess(isOne("light"), ({ data }) => {
    if (data.obj.id) times += 1;
    if (times === 1) data.obj.on = 1 - data.obj.on;
  });
  expect(faultsIn(await checkGateway(running, await elsewhere(running, flickering)))).toEqual([]);
});

describe("what was asked for and could not be done is exit code 2", () => {
  test("nobody presses the button", async () => {
    const running = await gateway();
    const report = await checkGateway(running, { extras: new Set(["pair"]), onProgress: () => undefined });
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["pair"], 2]);
    expect(uncheckedIn(report).find(({ id }) => id === "pairing.shuts")?.reason).toBe("the button was not pressed");
  });

  test("no key is available for commands", async () => {
    const report = await checkGateway(await gateway(), { extras: new Set(["write"]) });
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["write"], 2]);
  });

  test("there is no lamp that could be put back", async () => {
    const running = await gateway({ contents: FOUNDED });
    const { key } = await PairedClient.of(running);
    const report = await checkGateway(running, { key, extras: new Set(["write", "events"]) });
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["write"], 2]);
  });

  test("the host has no IPv4 address to ask by UDP", async () => {
    const running = await gateway({ host: "::1" });
    const url = new URL(`http://[::1]:${running.http.port}`);
    const report = await checkGateway(running, { url, extras: new Set(["discovery", "pair"]) });
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["discovery", "pair"], 2]);
  });
});

test("a light that leaves between two reads is no fault", async () => {
  const running = await gateway();
  const [{ id: leaving }] = await running.client.list("light");
  const isOfIt = ({ path }: { path: string }) => path.endsWith(`/light/${leaving}`);
  let isGone = false;
  const restless = await elsewhere(running, {
    given: (given, asked) => {
      isGone ||= isOfIt(asked);
      if (!isGone) return given;
      if (isOfIt(asked)) return { ...given, body: given.body.replace('"name":"', '"name":"Former ') };
      if (!isList("light")(asked, given)) return given;
      const { data, ...rest } = JSON.parse(given.body);
      const arr = data.arr.filter(({ id }: { id: string }) => id !== leaving);
      return { ...given, body: JSON.stringify({ ...rest, data: { ...data, arr, len: arr.length } }) };
    },
  });
  const report = await checkGateway(running, restless);
  expect(report.verdicts.find(({ id }) => id === "one.same")?.outcome).toBe("holds");
});
