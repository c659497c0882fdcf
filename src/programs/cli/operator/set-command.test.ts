import { expect, test } from "vitest";
import { aSyncBox } from "../../../../test/support/home/builders.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { parseSyncBoxCommand } from "../../../edges/control/words/sync-box-command.ts";
import { COLOUR_NAMES } from "../../../edges/home-file/colour-names.ts";
import { setCommand } from "./set-command.ts";

function helpOfSet(): string {
  let help = "";
  const writeOut = (text: string) => {
    help += text;
  };
  setCommand().configureOutput({ writeOut }).outputHelp();
  return help;
}

test("the help of set lists every word for a sync box, and every name of a colour", () => {
  const nothing = parseSyncBoxCommand([], aSyncBox(), PlainHome.demo().home);
  const [, accepted = ""] = ("refused" in nothing ? nothing.refused.join(" ") : "").split(" accepts ");
  const words = accepted.match(/[a-z][a-z0-9-]+/g) ?? [];
  expect(words).toContain("lights-off");
  const help = helpOfSet();
  const glue = ["or", "to", "and", "the", "name", "of"];
  for (const word of [...words.filter((word) => !glue.includes(word)), ...COLOUR_NAMES]) expect(help).toContain(word);
});
