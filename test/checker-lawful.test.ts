import { describe, expect, test } from "vitest";
import { brokenIn, exitCodeOf } from "../src/programs/checker/report/report.ts";
import { RULES } from "../src/programs/checker/rules.ts";
import { breakGateway } from "./support/checker/broken-gateway.ts";
import { checkGateway, faultsIn } from "./support/checker/check.ts";
import { elsewhere, gateway } from "./support/checker/checked.ts";
import { LAWFUL } from "./support/checker/lawful.ts";
import { inSuccess, isList } from "./support/checker/mutant.ts";
import { someOf } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { FOUNDED } from "./support/home/founded-home.ts";

describe.concurrent("a gateway fails no must that keeps to the document and", () => {
  test.for(someOf(LAWFUL))("$does", async ({ extras = [], habit }, { expect, onTestFinished }) => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const lawful = await breakGateway(running, habit());
    onTestFinished(() => lawful.stop());
    const report = await checkGateway(running, {
      ...lawful,
      extras: new Set(extras),
      replyTimeouts: { resendMillis: 1_000, patienceMillis: 4_000, furtherMillis: 10 },
    });
    expect(report.trouble).toBeUndefined();
    const musts = brokenIn(report).filter((id) => RULES[id].level === "must");
    expect({ musts, faults: musts.length === 0 ? [] : faultsIn(report) }).toEqual({ musts: [], faults: [] });
  });
});

test("a gateway without lights need not have `arr` in the list of lights", async () => {
  const running = await gateway({ contents: FOUNDED });
  const bare = await elsewhere(
    running,
    inSuccess(
      (asked, given) => isList("light")(asked, given) || isList("sync")(asked, given),
      ({ data }) => delete data.arr,
    ),
  );
  const report = await checkGateway(running, bare);
  expect(exitCodeOf(report, false)).toBe(0);
  expect(brokenIn(report)).toEqual(["list.layout"]);
});

test("a gateway without lights and rooms need not have a whole house and an unassigned room", async () => {
  const running = await gateway({ contents: FOUNDED });
  const bare = await elsewhere(
    running,
    inSuccess(isList("room"), ({ data }) => Object.assign(data, { arr: [], len: 0 })),
  );
  expect(exitCodeOf(await checkGateway(running, bare), false)).toBe(0);
});

test("a window that somebody opened before the check is given time to shut", async () => {
  const running = await gateway();
  running.gateway.pressButton();
  const report = await checkGateway(running, { extras: new Set(["discovery"]) });
  expect(exitCodeOf(report, true)).toBe(0);
});
