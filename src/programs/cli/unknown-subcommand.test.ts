import { Command } from "commander";
import { expect, test } from "vitest";
import { refuseUnknownSubcommand } from "./unknown-subcommand.ts";

function keysOf(args: readonly string[]): () => Command {
  const keys = new Command("keys").addCommand(new Command("list")).addCommand(new Command("revoke"));
  keys
    .enablePositionalOptions()
    .allowExcessArguments()
    .action((_options, command) => refuseUnknownSubcommand(command));
  const program = new Command("luxgate").addCommand(new Command("fleet").addCommand(keys));
  return () => program.parse(["fleet", "keys", ...args], { from: "user" });
}

test("a word that is no subcommand is refused, with the nearest one or all of them", () => {
  expect(keysOf(["revok"])).toThrow(/^Unknown command "fleet keys revok"\. Did you mean "revoke"\?$/);
  expect(keysOf(["sing"])).toThrow(/^Unknown command "fleet keys sing"\. Use one of: list, revoke\.$/);
});

test("without a word the command does what it does", () => {
  expect(keysOf([])).not.toThrow();
});
