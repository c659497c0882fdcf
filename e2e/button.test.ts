import { expect, test } from "vitest";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";
import { Terminal } from "./support/terminal.ts";

const HINT = "Press Enter alone to press the button";
const END_OF_INPUT = "\u0004";
const UP = "\u001b[A";

const timesIn = (output: string, words: string): number => output.split(words).length - 1;

test("at the terminal where the gateway runs only Enter alone presses the button; all else is told what Enter does", async () => {
  const terminal = new Terminal(["serve", ...FREE_PORTS_HERE, "--data-dir", temporaryFolder()]);
  await terminal.says(/kill -USR2/);
  const others = ["hello\r", " \r", `${UP}\r`, "one\r\rtwo\r", "\r\r", `half${END_OF_INPUT}\r`];
  for (const [index, keys] of others.entries()) {
    terminal.type(keys);
    await expect.poll(() => timesIn(terminal.output, HINT)).toBe(index + 1);
  }
  expect(terminal.output).not.toContain("Button pressed");
  terminal.type("\r");
  await terminal.says(/Button pressed/);
  terminal.type(END_OF_INPUT);
  await terminal.says(/Enter no longer presses the button\. Use instead: luxgate press/);
  terminal.type("\r");
  terminal.type("\u0003");
  expect(await terminal.end()).toBe(0);
  expect(timesIn(terminal.output, "Button pressed")).toBe(1);
});

test("an end of input presses nothing, and the gateway goes on", async () => {
  const folder = temporaryFolder();
  const program = Program.serveFrom(folder);
  program.process.stdin?.end();
  await program.ready();
  const status = Program.start(["status", "--json"], { LUXGATE_DATA_DIR: folder });
  expect(await status.end()).toBe(0);
  expect(JSON.parse(status.output)).toMatchObject({ pairingMillisLeft: 0 });
});
