import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Program } from "./support/program.ts";

const run = promisify(execFile);

/** What a command shows in a terminal of its own, made by `script`. */
async function shownIn(terminal: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const command = `${process.execPath} dist/luxgate.js ${args.join(" ")}`;
  const { PATH } = process.env;
  const env = { PATH, ...terminal };
  const { stdout } = await run("script", ["--quiet", "--return", "--command", command, "/dev/null"], { env });
  return stdout.replaceAll("\r\n", "\n");
}

/** How the terminal is told to show the wardrobe, which is violet, and the words behind that. */
const wardrobe = (shown: string): string | undefined => /^Wardrobe +Bedroom +(.*?) {2,}yes/m.exec(shown)?.[1];

test("each terminal shows the nearest of the colours it has; one without any has them in words", async () => {
  const { url } = await Program.serve(["--host", "127.0.0.1"]).ready();
  const lights = (terminal: Readonly<Record<string, string>>) => shownIn(terminal, "get", "lights", "--url", url);
  const words = "on 50% #946fff";
  const square = (colour: string) => `\u001b[${colour}m■\u001b[39m ${words}`;
  const shown = {
    millions: wardrobe(await lights({ TERM: "xterm-256color", COLORTERM: "truecolor" })),
    cube: wardrobe(await lights({ TERM: "xterm-256color" })),
    tmux: wardrobe(await lights({ TERM: "tmux-256color" })),
    sixteen: wardrobe(await lights({ TERM: "xterm" })),
    unwanted: wardrobe(await lights({ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" })),
    dumb: wardrobe(await lights({ TERM: "dumb" })),
  };
  expect(shown).toEqual({
    millions: square("38;2;148;111;255"),
    cube: square("38;5;99"),
    tmux: square("38;5;99"),
    sixteen: square("94"),
    unwanted: words,
    dumb: words,
  });
});
