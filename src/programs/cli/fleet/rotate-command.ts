import { type Command, InvalidArgumentError } from "commander";
import type { Role } from "../../../edges/fleet/authority/permissions.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet rotate gateway               1. make a new signing key; existing credentials stay valid
  luxgate fleet renew "Floor 3"              2. make new credentials for each gateway; copy them there and restart it
  luxgate fleet rotate gateway --end-old     3. refuse all credentials that the former key signed

KEY is one of:
  gateway   signs the credentials of gateways
  leaf      signs the credentials of gateways behind a leaf node; step 2: luxgate fleet renew "Hut 1" --leaf
  front     signs the credentials of fronts; step 2: add new fronts, then remove the old ones
  command   signs command.creds, which luxgate fleet commands use. Step 1 also replaces that file: skip step 2
  system    signs system.creds, with which these commands manage servers. Step 1 also replaces that file: skip step 2
  accounts  signs the fleet's accounts. First copy operator.seed from where you keep it into the fleet's folder.
            Then follow README.txt there: each server needs a new configuration and a restart`;

interface Options extends FleetOptions {
  readonly endOld: boolean;
}

const KEYS = ["gateway", "leaf", "front", "command", "system", "accounts"] as const;

/** `luxgate fleet rotate` */
export const rotateCommand = (): Command =>
  fleetSubcommand("rotate", "Replace a signing key of the fleet.")
    .argument("<key>", `which signing key: ${KEYS.join(", ")}`, keyCalled)
    .option("--end-old", "refuse everything that the former key signed; make no new key", false)
    .addHelpText("after", EXAMPLES)
    .action(async (key: Role | "accounts", options: Options) => {
      const [{ withFleet }, rotation] = await Promise.all([import("./operated-fleet.ts"), import("./rotate.ts")]);
      const { endOld } = options;
      await withFleet(options, (fleet) => {
        if (key === "accounts") return endOld ? rotation.endFormerAccountKeys(fleet) : rotation.rotateAccounts(fleet);
        return endOld ? rotation.endFormerKeys(fleet, key) : rotation.rotateRole(fleet, key);
      });
      say(options, { key, endedOld: endOld }, () => rotatedLine(key, endOld));
    });

function keyCalled(words: string): (typeof KEYS)[number] {
  const key = KEYS.find((one) => one === words);
  if (key !== undefined) return key;
  const meant = nearestWord(words, KEYS);
  throw new InvalidArgumentError(meant === undefined ? `Use one of: ${KEYS.join(", ")}.` : `Did you mean "${meant}"?`);
}

function rotatedLine(key: Role | "accounts", endedOld: boolean): string {
  const done = endedOld
    ? "Former keys are no longer valid."
    : `There is a new key. Back up the fleet's folder. Former keys are valid until: luxgate fleet rotate ${key} --end-old`;
  if (key !== "accounts") return done;
  return `${done}\nCopy servers/…/fleet.conf to every server, restart them one after the other, then run: luxgate fleet setup`;
}
