import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

interface Ready {
  readonly url: string;
  readonly control: string;
  readonly token?: string;
}

interface Environment {
  readonly LUXGATE_SANDBOX_TOKEN?: string;
  readonly CI?: string;
}

async function started(args: readonly string[] = [], environment: Environment = {}) {
  const program = Program.start(["sandbox", ...args], { CI: "", ...environment });
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

test("a command that is sent twice is another recording, in any order too", async () => {
  const file = join(temporaryFolder(), "client.json");
  const session = async (times: number, flags: readonly string[]) => {
    const { program, ready } = await started(["--record", file, ...flags]);
    for (let time = 0; time < times; time += 1) await fetch(`${ready.url}/api`, { method: "POST", body: "{}" });
    return { code: await program.stop(), errors: program.errors };
  };
  expect((await session(1, [])).code).toBe(0);
  for (const flags of [[], ["--any-order"]])
    expect(await session(2, flags)).toEqual({ code: 1, errors: expect.stringMatching(/not in the recording: POST/) });
});

test("where CI is set, a recording that is missing is an error, and nothing is written unless it is asked for", async () => {
  const file = join(temporaryFolder(), "client.json");
  const program = Program.start(["sandbox", "--record", file], { CI: "true" });
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(/client\.json: no file at this path\..*CI.*--update/s);
  for (const flags of [["--update"], []]) {
    const { program, ready } = await started(["--record", file, ...flags], { CI: "true" });
    await lightsAt(ready.url);
    expect(await program.stop()).toBe(0);
  }
});

test("a recording that cannot be written is refused before the tests run", async () => {
  const program = Program.start(["sandbox", "--record", join(temporaryFolder(), "missing", "client.json")], { CI: "" });
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(/client\.json cannot be written \(ENOENT\)/);
});

test("two sandboxes that record to the same file do not overwrite each other", async () => {
  const file = join(temporaryFolder(), "client.json");
  for (const flags of [[], ["--update"]]) {
    const [one, other] = [await started(["--record", file, ...flags]), await started(["--record", file, ...flags])];
    await lightsAt(one.ready.url);
    await fetch(`${other.ready.url}/api`, { method: "POST" });
    expect(await one.program.stop()).toBe(0);
    const recorded = readFileSync(file, "utf8");
    expect(await other.program.stop()).toBe(1);
    expect(other.program.errors).toMatch(/client\.json was written by another program.*a file of its own/);
    expect(readFileSync(file, "utf8")).toBe(recorded);
    writeFileSync(file, "{}");
  }
});

test("a run without a request records nothing, and says so", async () => {
  const file = join(temporaryFolder(), "client.json");
  const { program } = await started(["--record", file]);
  expect(await program.stop()).toBe(1);
  expect(program.errors).toMatch(/No request came/);
  expect(existsSync(file)).toBe(false);
});

test("a recording has the status that a client got, also of requests that were under way at the end", async () => {
  const file = join(temporaryFolder(), "client.json");
  const { program, ready, control } = await started(["--record", file]);
  const paths = ["light", "room", "scene"].map((name) => `/clip/v2/resource/${name}`);
  const faults = [{ kind: "delay", millis: 60_000 }, { kind: "slow", everyMillis: 50 }, { kind: "hang" }];
  for (const [index, as] of faults.entries()) await control("/misbehave", { on: { path: paths[index] }, as });
  const answers = paths.map((path) => fetch(ready.url + path).catch(() => "none"));
  for (const path of paths) await control("/next-request", { path, after: 0, withinMillis: 300 });
  expect(await program.stop()).toBe(0);
  expect(await Promise.all(answers)).toEqual(["none", "none", "none"]);
  const { requests } = JSON.parse(readFileSync(file, "utf8"));
  expect(requests.map(({ status }: { status: number | null }) => status)).toEqual([null, null, null]);
});

test.each<[string, RegExp]>([
  ["{", /is no recording/],
  ['{"requests":{}}', /is no recording/],
  [
    '{"requests":[{"request":"GET /x","status":200},{"request":"GET /x","key":"yes"}]}',
    /client\.json: request 2 is invalid/,
  ],
  ['{"requests":[{"request":"GET /x"}]}', /request 1 is invalid/],
  ['{"requests":[{"request":"GET /x","status":200,"staus":1}]}', /request 1 is invalid/],
])("what is no recording is refused at the start: %s", async (text, words) => {
  const file = join(temporaryFolder(), "client.json");
  writeFileSync(file, text);
  const program = Program.start(["sandbox", "--record", file]);
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(words);
});

test.each<[readonly string[], RegExp]>([
  [["--update"], /--update does nothing without --record/],
  [["--any-order"], /--any-order does nothing without --record/],
  [["--key", ""], /visible ASCII/],
  [["--key", "ä b"], /visible ASCII/],
  [["--host", "198.51.100.7"], /^This machine does not have the address 198\.51\.100\.7\. [^\n]*\n$/],
  [["--control-host", "198.51.100.7"], /^This machine does not have the address 198\.51\.100\.7\. [^\n]*\n$/],
  [["--host", "fe80::1"], /^This machine does not have the address fe80::1\. [^\n]*\n$/],
])("a flag that cannot work is refused in words: %j", async (flags, words) => {
  const program = Program.start(["sandbox", ...flags]);
  expect(await program.end()).not.toBe(0);
  expect(program.errors).toMatch(words);
});

test("a port that is taken is named in one line", async () => {
  const { ready } = await started();
  const port = new URL(ready.control).port;
  for (const flag of ["--http-port", "--mqtt-port", "--control-port"]) {
    const program = Program.start(["sandbox", flag, port]);
    expect(await program.end()).toBe(1);
    expect(program.errors).toMatch(new RegExp(`^Port ${port} is in use by another program\\. .*\n$`));
  }
});

test("nothing that a test sends writes a recording elsewhere", async () => {
  const folder = temporaryFolder();
  const { control } = await started();
  const { status } = await control("/reset", { record: join(folder, "x.json") });
  expect([status, existsSync(join(folder, "x.json"))]).toEqual([400, false]);
});
