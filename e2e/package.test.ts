import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OtherProject } from "./support/installed-package.ts";
import { Program, temporaryFolder } from "./support/program.ts";

let project: OtherProject;
beforeAll(async () => {
  project = await OtherProject.begin();
});
afterAll(() => project.remove());

/** What somebody writes who has never seen our sources; each expected error shows that a type is more than `any`. */
const CONSUMER = `
import { connect, discover, LuxgateError, type DiscoveredGateway, type LuxgateClient, type WireLight } from "luxgate/client";
import { DrivenClock, startTestGateway, type Misbehaviour, type TestGateway } from "luxgate/testing";

const clock = new DrivenClock();
const gateway: TestGateway = await startTestGateway({
  clock,
  home: { rooms: [{ name: "Kitchen", devices: [{ name: "Ceiling", product: "ceiling lamp", colour: "2700K" }] }] },
});
// @ts-expect-error: there is no such product
await startTestGateway({ home: { devices: [{ name: "Ceiling", product: "chandelier" }] } }).catch(() => undefined);
const rule: Misbehaviour = { on: { path: /light/, times: 1 }, as: { kind: "answer", status: 500 } };
gateway.misbehave(rule);
// @ts-expect-error: datagrams have no connection that could be cut
const wrong: Misbehaviour = { on: { door: "discovery" }, as: { kind: "cut" } };

const found: readonly DiscoveredGateway[] = await discover({ port: gateway.ports.discovery, timeoutMillis: 100 });
const client: LuxgateClient = connect(gateway.url, { key: await gateway.pair(), findAgain: false });
const lights: readonly WireLight[] = await client.listLights();
const [light] = lights;
if (!light) throw new Error("no light");
const on: 0 | 1 = light.on;
await client.setLight(light.id, { on: on === 1 ? 0 : 1, brightness: 40 });
// @ts-expect-error: a light has no such field
light.colour;
// @ts-expect-error: there is nothing like it to command for
await client.setLight(light.id, { colour: "red" }).catch(() => undefined);
const devices = await client.listDevices({ cat1_id: [2], ext_light: true });
const model: string | undefined = devices[0]?.product.model;
const refused = await client.getDevice("00000000-0000-4000-8000-000000000000").catch((error: unknown) => error);
if (!(refused instanceof LuxgateError)) throw new Error("no error of ours");
console.log(found.length, light.name, model !== undefined, refused.code, gateway.home.lights[0]?.brightness, wrong.as.kind);
for await (const change of client.watch()) {
  if (change.kind === "update" && change.type === "light") console.log(change.value.on);
  if (change.kind === "snapshot") break;
}
await gateway.stop();
`;

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
  noEmit: true,
};
const typeCheck = (name: string, options: object) => {
  project.write("consumer.ts", CONSUMER);
  project.write(name, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files: ["consumer.ts"] }));
  return project.run(resolve("node_modules/.bin/tsc"), ["-p", name]);
};

test("both doors type-check in an empty project, as Node resolves them and as bundlers do", () => {
  const dom = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
  expect(typeCheck("nodenext.json", { module: "nodenext", lib: dom, types: [] })).toBe("");
  expect(typeCheck("bundler.json", { module: "esnext", moduleResolution: "bundler", lib: dom, types: [] })).toBe("");
});

test("both doors type-check where there are the types of Node and none of browsers", () => {
  project.link("@types/node");
  project.link("undici-types");
  expect(typeCheck("node.json", { module: "nodenext", lib: ["es2023"], types: ["node"] })).toBe("");
});

test("what type-checks also runs, and its process ends by itself", () => {
  project.write("consumer.mts", CONSUMER);
  expect(project.run(process.execPath, ["consumer.mts"])).toBe("1 Ceiling true not-found 40 cut\n");
});

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pkgDir: project.packageFolder, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("no type is wrong for those who can import the package: it is ESM alone", async () => {
  const data = new Uint8Array(readFileSync(project.tarball));
  const checked = await checkPackage(createPackageFromTarballData(data), { entrypoints: ["./client", "./testing"] });
  if (!checked.types) throw new Error("there are no types");
  expect(Object.keys(checked.entrypoints)).toEqual(["./client", "./testing"]);
  const concerns = checked.problems.filter(
    (problem) => !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
  );
  expect(concerns).toEqual([]);
});

test("browsers get a client without discovery, without Node, and of at most 10 KB", async () => {
  project.write("page.mjs", 'export * from "luxgate/client";');
  const { output } = await build({
    input: join(project.folder, "page.mjs"),
    platform: "browser",
    output: { minify: true },
    write: false,
  });
  const [{ exports, imports, code }] = output;
  expect(exports).not.toContain("discover");
  expect(exports).toContain("connect");
  expect(imports).toEqual([]);
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(10 * 1024);
});

const packedFiles = (): readonly string[] =>
  project
    .run("tar", ["-tzf", project.tarball])
    .trim()
    .split("\n")
    .map((file) => file.replace("package/", ""));

test("the package needs no other package", () => {
  const description = JSON.parse(readFileSync(join(project.packageFolder, "package.json"), "utf8"));
  const needs = ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"];
  expect(needs.filter((need) => need in description)).toEqual([]);
});

test("the package holds nothing but the program, the doors, the homes, and what people read", () => {
  const expected =
    /^(dist|homes|docs|examples|deploy\/(grafana|nats|prometheus))\/|^bench\/(RESULTS|results)[./]|^(package\.json|LICENSE|THIRD-PARTY-NOTICES|[A-Z]+\.md)$/;
  expect(packedFiles().filter((file) => !expected.test(file))).toEqual([]);
  expect(packedFiles().filter((file) => /dist\/bench|\.test\.ts|node_modules/.test(file))).toEqual([]);
});

test("what the package's pages link to is in the package", () => {
  const files = packedFiles();
  const links = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) =>
      [...readFileSync(join(project.packageFolder, page), "utf8").matchAll(/\]\(([^)#\s]+)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => ({ page, path: normalize(join(dirname(page), link)).replace(/\/$/, "") })),
    );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ path }) => !files.some((file) => file === path || file.startsWith(`${path}/`)))).toEqual([]);
});

test("THIRD-PARTY-NOTICES has every package that a comment in a bundle names, in the version that is installed", () => {
  const bundles = packedFiles().filter((file) => file.endsWith(".js"));
  const named = bundles.flatMap((file) =>
    [...readFileSync(join(project.packageFolder, file), "utf8").matchAll(/^\/\/ (node_modules\/.*)$/gm)].flatMap(
      ([, path = ""]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [],
    ),
  );
  const folders = [...new Set(named)];
  expect(folders.length).toBeGreaterThan(20);
  const notices = readFileSync(join(project.packageFolder, "THIRD-PARTY-NOTICES"), "utf8");
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(notices).toContain(`\n${name} ${version} (${license})\n`);
  }
  expect(notices.match(/Permission|Redistribution/g)?.length).toBeGreaterThanOrEqual(folders.length);
});

test("luxgate/testing shares its parts with the program", () => {
  expect(statSync(join(project.packageFolder, "dist/testing.js")).size).toBeLessThan(100_000);
});

test("the installed program serves, far from its sources", async () => {
  const manner = { command: [process.execPath, join(project.packageFolder, "dist/luxgate.js")] };
  const program = Program.serveFrom(temporaryFolder(), manner);
  const { url } = await program.ready();
  const answer = await (await fetch(`${url}/clip/v2/resource/room`)).json();
  expect(answer).toMatchObject({ code: 0 });
  expect(await program.stop()).toBe(0);
});
