import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROUTES } from "../src/programs/sandbox/routes.ts";

const GUIDE = readFileSync("docs/testing.md", "utf8");

/** The table of paths: each path with the fields that it names, which may be left out or not. */
const ROWS = [...GUIDE.matchAll(/^\| (`(?:GET )?\/[^|]*) \|([^|]*)\| /gm)].flatMap(([, paths = "", fields = ""]) =>
  [...paths.matchAll(/`(?:GET )?(\/[\w-]+)`/g)].map(([, path = ""]) => ({ path, fields: fieldsIn(fields) })),
);

/** `{"a": 1, "b"?}` has a, and b, which may be left out. */
function fieldsIn(text: string): Readonly<Record<string, "needed" | "optional">> {
  const [, json = "{}"] = /`(.*)`/.exec(text) ?? [];
  const plain = json.replaceAll(/"(\w+)"\?(?=[,}])/g, '"$1?": null').replaceAll(/"(\w+)"\?:/g, '"$1?":');
  const keys = Object.keys(JSON.parse(plain));
  return Object.fromEntries(keys.map((key) => [key.replace("?", ""), key.endsWith("?") ? "optional" : "needed"]));
}

test("the guide has every path of the control address, with exactly its fields", () => {
  expect(ROWS.map(({ path }) => path).toSorted()).toEqual(ROUTES.map(({ path }) => path).toSorted());
  for (const { path, operation } of ROUTES) {
    const { properties, required = [] } = (operation.overNetwork?.given ?? operation.given) as {
      readonly properties: object;
      readonly required?: readonly string[];
    };
    const fields = Object.keys(properties).map((key) => [key, required.includes(key) ? "needed" : "optional"]);
    expect([path, ROWS.find((row) => row.path === path)?.fields]).toEqual([path, Object.fromEntries(fields)]);
  }
});
