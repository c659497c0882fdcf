import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Misbehaviour } from "../src/libraries/testing/misbehaviour.ts";
import { RequestFilter } from "../src/libraries/testing/request-filter.ts";
import { RandomFaults } from "../src/libraries/testing/test-device.ts";
import { TestGatewayOptions } from "../src/libraries/testing/test-gateway.ts";
import { OtherProject } from "./support/installed-package.ts";

const GUIDE = readFileSync("docs/testing.md", "utf8");
const EXAMPLES = [...GUIDE.matchAll(/```js\n(.*?)```/gs)].map(([, text = ""]) => text);

let project: OtherProject;
beforeAll(async () => {
  project = await OtherProject.begin();
});
afterAll(() => project.remove());

test("the guide has three examples", () => {
  expect(EXAMPLES).toHaveLength(3);
});

test.each(EXAMPLES)("the guide's examples run as they are: %#", (example) => {
  project.write("example.mjs", example);
  project.run(process.execPath, ["example.mjs"]);
});

test("the guide names everything that a gateway takes and gives, and every misbehaviour with its fields", () => {
  const source = readFileSync("src/libraries/testing/test-gateway.ts", "utf8");
  const members = [
    ...source.slice(source.indexOf("interface TestGateway ")).matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm),
  ];
  const given = members.map(([, name = ""]) => name);
  const taken = Object.keys({
    ...TestGatewayOptions.properties,
    ...RandomFaults.properties,
    ...RequestFilter.properties,
  });
  const ways = Misbehaviour.anyOf.flatMap(({ properties: { on, as } }) => [on, ...("anyOf" in as ? as.anyOf : [as])]);
  const fields = ways.flatMap(({ properties }) => Object.keys(properties));
  const kinds = ways.flatMap(({ properties }) =>
    "kind" in properties ? [properties.kind.const] : [properties.door.const],
  );
  expect([given.length > 15, taken.length > 8, kinds.length > 15]).toEqual([true, true, true]);
  const words = new Set([...given, ...taken, ...fields, ...kinds]);
  expect([...words].filter((name) => !new RegExp(`\\b${name}\\b`).test(GUIDE))).toEqual([]);
});
