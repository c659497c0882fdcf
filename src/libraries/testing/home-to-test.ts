import { randomBytes, randomUUID } from "node:crypto";
import { replayChanges } from "../../core/home/changes/replay-changes.ts";
import type { AccessKey } from "../../core/home/model/access-key.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import type { Identity } from "../../core/home/model/identity.ts";
import { idFrom } from "../../core/home/model/ids.ts";
import { MOST_YAML_BYTES } from "../../edges/home-file/limits.ts";
import { homeIn, type LoadedHome } from "../../edges/home-file/load.ts";
import type { HomeFile } from "../../edges/home-file/schema.ts";
import { hashOfSecret } from "../../edges/http/secrets.ts";
import { DEMO_HOME, VERSION } from "../../runtime/package.ts";
import { givenText } from "../../shared/given-file.ts";

/** The file name in messages on a home that is no file. */
const NO_FILE = "home";

/** A home that was given in one of the ways of `TestGatewayOptions`, with keys that open it. */
export function homeToTest(home: string | HomeFile, keys: readonly string[]): HomeContents {
  const loaded = loadedFrom(home);
  if ("problems" in loaded) throw new Error(["The home is invalid:", ...loaded.problems].join("\n  "));
  return { ...replayChanges(loaded.changes, someIdentity()), keys: keys.map(keyFor) };
}

function loadedFrom(home: string | HomeFile): LoadedHome {
  // JSON is YAML, so an object is checked as a file is, with the same messages.
  if (typeof home !== "string") return loadedOnce(JSON.stringify(home, undefined, 2), NO_FILE);
  const path = home === "demo" ? DEMO_HOME : home;
  if (path === home && !isPath(home)) return loadedOnce(home, NO_FILE);
  const text = givenText(path, MOST_YAML_BYTES);
  return typeof text === "string" ? loadedOnce(text, path) : { problems: [`${path}: ${text.unreadable}`] };
}

const LOADED = new Map<string, LoadedHome>();

/** A suite starts a gateway for each of its tests, mostly with the same home. Pictures of others than ours may change. */
function loadedOnce(text: string, path: string): LoadedHome {
  const name = `${path}\n${text}`;
  const loaded = LOADED.get(name) ?? homeIn(text, path, VERSION);
  if (path === DEMO_HOME || !text.includes("picture")) LOADED.set(name, loaded);
  return loaded;
}

/** One line that ends as files of homes do. */
const isPath = (home: string): boolean => /^[^\n]+\.(ya?ml|json)$/i.test(home);

/** Another one for each gateway: several run at once. */
const someIdentity = (): Identity => ({
  mac: `02:${(randomBytes(5).toString("hex").match(/../g) ?? []).join(":")}`.toUpperCase(),
  resetId: randomUUID().toUpperCase(),
});

const keyFor = (key: string, index: number): AccessKey => ({
  id: idFrom(randomUUID()),
  name: `test#key-${index + 1}`,
  hash: hashOfSecret(key),
  madeAt: new Date().toISOString(),
  lastUsedAt: null,
});
