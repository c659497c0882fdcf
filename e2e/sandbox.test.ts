import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

interface Ready {
  readonly url: string;
  readonly control: string;
  readonly token?: string;
}

async function started(args: readonly string[] = [], environment: { readonly LUXGATE_SANDBOX_TOKEN?: string } = {}) {
  const program = Program.start(["sandbox", ...args], { ...environment });
  const [line = ""] = await program.says(/^\{.*\}$/m);
  const ready: Ready = JSON.parse(line);
  const control = async (path: string, given: unknown = {}) => {
    const token = ready.token ?? environment.LUXGATE_SANDBOX_TOKEN;
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(ready.control + path, { method: "POST", headers, body: JSON.stringify(given) });
    return { status: answer.status, json: await answer.json() };
  };
  return { program, ready, control };
}

const lightsAt = async (url: string) => (await fetch(`${url}/clip/v2/resource/light`)).json();

test("a sandbox prints one line of JSON, is controlled, and ends on SIGTERM", async () => {
  const { program, ready, control } = await started();
  expect(await lightsAt(ready.url)).toMatchObject({ data: { len: 11 } });
  await control("/misbehave", { on: {}, as: { kind: "answer", status: 503 } });
  expect((await fetch(`${ready.url}/clip/v2/resource/light`)).status).toBe(503);
  await control("/reset");
  expect(await lightsAt(ready.url)).toMatchObject({ data: { len: 11 } });
  expect(await program.stop()).toBe(0);
  expect([program.output.trim().split("\n").length, program.errors]).toEqual([1, ""]);
});

test("a sandbox ends with the standard input of the program that started it", async () => {
  const { program } = await started(["--end-with-stdin"]);
  program.process.stdin?.end();
  expect(await program.end()).toBe(0);
});

test("a token that was given is not printed, and one that is too short is refused", async () => {
  const token = "0123456789abcdef";
  const { program, ready, control } = await started([], { LUXGATE_SANDBOX_TOKEN: token });
  expect(ready.token).toBeUndefined();
  expect((await control("/reset")).status).toBe(200);
  expect(program.output).not.toContain(token);
  const refused = Program.start(["sandbox"], { LUXGATE_SANDBOX_TOKEN: "secret" });
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toMatch(/16 to 256/);
  expect(refused.errors).not.toContain("secret");
});

test("a recording is written, holds for a client that does the same, and shows what another does", async () => {
  const file = join(temporaryFolder(), "client.json");
  const session = async (actions: (url: string) => Promise<void>, flags: readonly string[] = []) => {
    const { program, ready } = await started(["--record", file, ...flags]);
    await actions(ready.url);
    return { code: await program.stop(), errors: program.errors };
  };
  const read = async (url: string) => void (await lightsAt(url));
  const pairWith = (headers: Record<string, string>) => async (url: string) => {
    await fetch(`${url}/api`, { method: "POST", headers, body: '{ "device_type": "acme#panel" }' });
  };
  const usual = async (url: string) => {
    await read(url);
    await pairWith({ "User-Agent": String(Math.random()) })(url);
  };
  expect((await session(usual)).code).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    requests: [
      { request: "GET /clip/v2/resource/light", status: 200 },
      { request: "POST /api", body: { device_type: "acme#panel" }, status: 200 },
    ],
  });
  const polling = async (url: string) => {
    await read(url);
    await usual(url);
  };
  expect(await session(polling)).toEqual({ code: 0, errors: "" });
  const { code, errors } = await session(read);
  expect(code).toBe(1);
  expect(errors).toMatch(/request 2: missing: POST \/api/);
  const turnedRound = async (url: string) => {
    await pairWith({})(url);
    await read(url);
  };
  expect((await session(turnedRound)).errors).toMatch(/another order.*--any-order/);
  expect(await session(turnedRound, ["--any-order"])).toEqual({ code: 0, errors: "" });
});

test("a recording that cannot be written is refused before the tests run", async () => {
  const program = Program.start(["sandbox", "--record", join(temporaryFolder(), "missing", "client.json")]);
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(/client\.json cannot be written \(ENOENT\)/);
});

test("nothing that a test sends writes a recording elsewhere", async () => {
  const folder = temporaryFolder();
  const { control } = await started();
  const { status } = await control("/reset", { record: join(folder, "x.json") });
  expect([status, existsSync(join(folder, "x.json"))]).toEqual([400, false]);
});
