import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

const README = readFileSync("README.md", "utf8");
const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text]) => text ?? "");

test("the README's first curl gives the README's answer", async () => {
  const { url } = await Program.serve().ready();
  const [, path] = /^curl -s http:\/\/127\.0\.0\.1:8080(\S+)$/m.exec(README) ?? [];
  const answer = await (await fetch(`${url}${path}`)).text();
  expect(`${answer}\n`).toBe(blocks("json")[0]);
});

test("the README shows what the program prints when it is ready, but for addresses and numbers", async () => {
  const program = Program.serve();
  await program.ready();
  await program.says(/kill -USR2/);
  const shape = (text: string) =>
    text
      .replace(/^ {2}also at.*\n/m, "")
      .replace(/[0-9A-F]{2}(:[0-9A-F]{2}){5}/g, "MAC")
      .replace(/(port |:|USR2 )\d+/g, "$1N")
      .trim();
  const shown = /```\n(Luxgate .*?)```/s.exec(README)?.[1] ?? "";
  expect(shape(program.output)).toBe(shape(shown));
});

test("the README's own home starts", async () => {
  const file = join(temporaryFolder(), "my-home.yaml");
  writeFileSync(file, blocks("yaml")[0] ?? "");
  const program = Program.serve(["--home", file]);
  await program.ready();
  await program.says(/3 devices, 2 lights, 1 room, 1 scene/);
});

test("the README's table of settings has every flag and variable of serve", async () => {
  const program = Program.start(["help", "serve"]);
  expect(await program.end()).toBe(0);
  const flags = [...program.output.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag ?? "");
  expect(flags.length).toBeGreaterThan(5);
  for (const flag of flags) {
    const variable = `LUXGATE_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`;
    expect(README).toContain(`| \`${flag}\` | \`${variable}\` |`);
  }
});
