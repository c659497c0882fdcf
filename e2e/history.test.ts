import { once } from "node:events";
import { appendFileSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

interface Entry {
  readonly sequence: number;
  readonly by: { readonly kind: string; readonly name?: string };
  readonly did: string;
  readonly outcome: string;
}

interface Answer {
  readonly data: { readonly obj?: { readonly username: string }; readonly arr?: readonly { readonly id: string }[] };
}

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

test("what was acknowledged is in the history of a gateway that was killed at once, in its order", async () => {
  const folder = join(temporaryFolder(), "state");
  const program = Program.serve(["--data-dir", folder]);
  const { url } = await program.ready();
  await luxgate(folder, "press");
  const paired = await fetch(`${url}/api`, { method: "POST", body: JSON.stringify({ device_type: "acme#panel" }) });
  const { data: pairing } = (await paired.json()) as Answer;
  const key = String(pairing.obj?.username);
  const { data } = (await (await fetch(`${url}/clip/v2/resource/light`)).json()) as Answer;
  const brightness = [11, 22, 33, 44, 55];
  for (const percent of brightness) {
    const body = JSON.stringify({ brightness: percent });
    const headers = { "application-key": key };
    await fetch(`${url}/clip/v2/resource/light/${data.arr?.[0]?.id}`, { method: "PUT", headers, body });
  }
  await program.stop("SIGKILL");
  const again = Program.serve(["--data-dir", folder]);
  await again.ready();
  const { code, output } = await luxgate(folder, "history", "--json", "--by", "acme#panel");
  expect(code).toBe(0);
  const entries: Entry[] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries.map(({ did, outcome }) => `${did.replace(/^light ".*" /, "")}: ${outcome}`)).toEqual([
    'key for "acme#panel" created: done',
    ...brightness.map((percent) => `set (${percent}%): done`),
  ]);
  expect(output).not.toContain(key);
  const table = await luxgate(folder, "history", "--last", "2");
  expect(table.output.split("\n")[0]).toMatch(/^WHEN +WHO +WHAT +OUTCOME$/);
  await again.stop();
});

const entriesIn = (output: string): readonly Entry[] =>
  output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Somebody without a key, at an address of this machine, who tries one. */
async function tryKey(url: string, localAddress: string): Promise<void> {
  const headers = { "application-key": "x".repeat(43), connection: "close" };
  const outgoing = request(`${url}/clip/v2/resource/bridge`, { headers, localAddress }).end();
  const [incoming] = await once(outgoing, "response");
  incoming.resume();
}

test("strangers at hundreds of addresses have few entries in the history, and damaged lines are counted", async () => {
  const folder = join(temporaryFolder(), "state");
  const program = Program.serve(["--data-dir", folder]);
  const { url } = await program.ready();
  await luxgate(folder, "device", "rename", "Ceiling", "Big");
  for (let address = 0; address < 300; address += 1) {
    const from = `127.0.${1 + (address >> 7)}.${1 + (address & 127)}`;
    await Promise.all([tryKey(url, from), tryKey(url, from)]);
  }
  const all = entriesIn((await luxgate(folder, "history", "--json", "--last", "all")).output);
  expect(all[0]).toMatchObject({ by: { kind: "operator" }, did: '"Ceiling" renamed to "Big"', outcome: "done" });
  expect(all.length).toBeGreaterThan(100);
  expect(all.length).toBeLessThan(300);
  await program.stop();

  const history = join(folder, "history");
  for (const name of readdirSync(history)) appendFileSync(join(history, name), "damaged\n");
  const again = Program.serve(["--data-dir", folder]);
  await again.ready();
  const { output } = await luxgate(folder, "history", "--json", "--last", "all");
  expect(JSON.parse(output.trim().split("\n").at(-1) ?? "")).toEqual({ unreadable: readdirSync(history).length });
  const table = await luxgate(folder, "history", "--last", "all");
  expect(table.output.trimEnd()).toMatch(/\n\d lines of the history are damaged and cannot be read\.$/);
  await again.stop();
});
