import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { makeFolder, writeDurably } from "../../../edges/store/folder/durable-file.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { CommandFault } from "../command-fault.ts";
import { configFolder } from "./config-folder.ts";

/** A key as `luxgate pair --keep` keeps it. */
const SavedKey = Type.Object({
  /** Of the gateway, upper case and colon separated. */
  mac: Type.String(),
  /** Where the gateway was when the key was made. */
  url: Type.String(),
  key: Type.String(),
});
export type SavedKey = Static<typeof SavedKey>;

/** The permission bits of the group and of other users. */
const OTHERS = 0o077;

const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/;

/** A gateway that has no such name of its own cannot be known again. */
export const isMac = (text: string): boolean => MAC.test(text.toUpperCase());

const keyFolder = (): string => join(configFolder(), "keys");

/** Keeps a key for nobody but this user, in place of an earlier one for the same gateway; gives where. */
export function saveKey({ mac, url, key }: SavedKey): string {
  const path = join(keyFolder(), `${mac.toUpperCase().replaceAll(":", "-")}.json`);
  try {
    makeFolder(keyFolder());
    writeDurably(path, `${JSON.stringify({ mac: mac.toUpperCase(), url, key }, null, 2)}\n`);
  } catch (error) {
    throw new CommandFault([`The key cannot be saved in ${path} (${codeOf(error)}).`], error);
  }
  return path;
}

/** The keys that are kept; a file that is no key is passed over, one that others can read is not trusted. */
export function savedKeys(): readonly SavedKey[] {
  return filesIn(keyFolder()).flatMap((path) => {
    const kept = valueIn(path);
    if (!Check(SavedKey, kept)) return [];
    if ((statSync(path).mode & OTHERS) !== 0) {
      throw new CommandFault([`Other users can read ${path}. Restrict it to your user (chmod 600), or pair again.`]);
    }
    return [kept];
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function valueIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
