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
    'key of "acme#panel" made: done',
    ...brightness.map((percent) => `set (${percent}%): done`),
  ]);
  expect(output).not.toContain(key);
  const table = await luxgate(folder, "history", "--last", "2");
  expect(table.output.split("\n")[0]).toMatch(/^WHEN +WHO +WHAT +OUTCOME$/);
  await again.stop();
});
