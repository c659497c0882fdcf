import { afterEach, beforeEach, expect, test } from "vitest";
import { CommandFault } from "../src/programs/cli/command-fault.ts";
import { backupText } from "../src/programs/cli/fleet/fleet-backup.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";

let fleet: TestFleet;
beforeEach(async () => {
  fleet = await TestFleet.start(["g1"]);
});
afterEach(() => fleet.stop());

const backUp = () => backupText(fleet.operated);

test("servers without the fleet's identity are not backed up: they have lost their data", async () => {
  expect((await backUp()).entries).toBe(2);
  await fleet.deleteKey("identity");
  await expect(backUp()).rejects.toBeInstanceOf(CommandFault);
});
