import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OtherProject } from "./support/installed-package.ts";

let project: OtherProject;
beforeAll(async () => {
  project = await OtherProject.begin();
});
afterAll(() => project.remove());

const TEST = (runner: string) => `
import assert from "node:assert/strict";
import { test } from "${runner}";
import { startTestGateway } from "luxgate/testing";

for (let number = 1; number <= 3; number += 1) {
  test("gateway " + number, async () => {
    const gateway = await startTestGateway();
    const answer = await fetch(gateway.url + "/clip/v2/resource/light");
    assert.equal((await answer.json()).data.len, 11);
    await gateway.stop();
  });
}
`;

test("a process ends by itself after stop, whatever was under way", () => {
  project.write(
    "busy.mjs",
    `
    import { startTestGateway } from "luxgate/testing";
    const gateway = await startTestGateway();
    gateway.misbehave({ on: { path: "/clip/v2/resource/room" }, as: { kind: "delay", millis: 3_600_000 } });
    gateway.misbehave({ on: { path: "/clip/v2/resource/scene" }, as: { kind: "hang" } });
    gateway.misbehave({ on: { door: "discovery" }, as: { kind: "delay", millis: 3_600_000 } });
    gateway.pressButton();
    gateway.device("Reading lamp").obeyAfter(3_600_000);
    gateway.randomFaults({ seed: 1, dropPercent: 50 });
    const ask = (path) => fetch(gateway.url + path).then((answer) => answer.text()).catch((error) => error.cause?.code);
    const asked = gateway.nextRequest({ path: "/eventstream/clip/v2" });
    const all = ["/clip/v2/resource/room", "/clip/v2/resource/scene", "/eventstream/clip/v2"].map(ask);
    await asked;
    await gateway.stop();
    await gateway.stop();
    console.log((await Promise.all(all)).length);
    `,
  );
  expect(project.run(process.execPath, ["busy.mjs"])).toBe("3\n");
});

test("node:test runs it", () => {
  project.write("by-node/some.test.mjs", TEST("node:test"));
  expect(project.run(process.execPath, ["--test", "--test-reporter=tap", "by-node/some.test.mjs"])).toMatch(
    /# pass 3\n# fail 0/,
  );
});

test("vitest runs it", () => {
  project.link("vitest");
  project.write("by-vitest/some.test.mjs", TEST("vitest"));
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    "--outputFile=report.json",
    "--dir",
    "by-vitest",
  ];
  project.run(process.execPath, args);
  expect(JSON.parse(readFileSync(join(project.folder, "report.json"), "utf8"))).toMatchObject({
    numPassedTests: 3,
    success: true,
  });
});
