import { Command } from "commander";
import { expect, test } from "vitest";
import { fleetCommand } from "./fleet-command.ts";

const typed = (...words: readonly string[]) => {
  const fleet = fleetCommand();
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  for (const one of all(fleet)) one.exitOverride().configureOutput({ writeErr: () => undefined });
  return new Command("luxgate").addCommand(fleet).parseAsync(["fleet", ...words], { from: "user" });
};

test("a signing key that is mistyped is refused, with the nearest one or all of them", async () => {
  await expect(typed("rotate", "gatway")).rejects.toThrow('Did you mean "gateway"?');
  await expect(typed("rotate", "xyzzy")).rejects.toThrow("gateway, leaf, front, command, system, accounts");
});

test("all lists are there for spreadsheets", () => {
  const lists = ["gateways", "problems", "devices", "history", "fronts", "servers", "keys", "sessions", "operators"];
  const commands = fleetCommand().commands.filter((command) => lists.includes(command.name()));
  expect(commands).toHaveLength(lists.length);
  const without = commands.filter(({ options }) => options.every(({ long }) => long !== "--csv"));
  expect(without.map((command) => command.name())).toEqual([]);
});
