import { randomBytes, randomUUID } from "node:crypto";
import { replayChanges } from "../../core/home/changes/replay-changes.ts";
import type { AccessKey } from "../../core/home/model/access-key.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import type { Identity } from "../../core/home/model/identity.ts";
import { idFrom } from "../../core/home/model/ids.ts";
import { builtHome } from "../../edges/home-file/built-home.ts";
import { MOST_YAML_BYTES } from "../../edges/home-file/limits.ts";
import { homeIn, type LoadedHome } from "../../edges/home-file/load.ts";
import type { HomeFile } from "../../edges/home-file/schema.ts";
import { hashOfSecret } from "../../edges/http/secrets.ts";
import { BUILT_DEMO_HOME, DEMO_HOME, VERSION } from "../../runtime/package.ts";
import { givenText } from "../../shared/given-file.ts";

/** The file name in messages on a home that is no file. */
const NO_FILE = "home";

export interface HomeToTest {
  readonly home: string | HomeFile;
  readonly keys: readonly string[];
  readonly identity: Identity;
  /** Whether a home may be the path of a file, or name files of pictures. */
  readonly mayReadFiles: boolean;
}

/** A home that was given in one of the ways of `TestGatewayOptions`, with keys that open it. */
export function homeToTest({ home, keys, identity, mayReadFiles }: HomeToTest): HomeContents {
  const loaded = mayReadFiles || home === "demo" ? loadedFrom(home) : loadedFromContent(home);
  if ("problems" in loaded) throw new TypeError(["The home is invalid:", ...loaded.problems].join("\n  "));
  return { ...replayChanges(loaded.changes, identity), keys: keys.map(keyFor) };
}

function loadedFrom(home: string | HomeFile): LoadedHome {
  if (home === "demo") return demoHome();
  if (typeof home !== "string" || !isPath(home)) return loadedOnce(textOf(home), NO_FILE);
  const text = givenText(home, MOST_YAML_BYTES);
  return typeof text === "string" ? loadedOnce(text, home) : { problems: [`${home}: ${text.unreadable}`] };
}

function loadedFromContent(home: string | HomeFile): LoadedHome {
  if (typeof home === "string" && isPath(home)) {
    return { problems: ["home: expected the content of a home file in YAML or JSON, not the path of a file"] };
  }
  const text = textOf(home);
  return remembered(`content\n${text}`, true, () => homeIn(text, NO_FILE, VERSION, { mayReadPictures: false }));
}

/** JSON is YAML, so an object is checked as a file is, with the same messages. */
const textOf = (home: string | HomeFile): string =>
  typeof home === "string" ? home : JSON.stringify(home, undefined, 2);

const LOADED = new Map<string, LoadedHome>();
const MOST_LOADED = 64;
const MOST_LETTERS_OF_LOADED = 256 * 1024;

/** A suite starts a gateway for each of its tests, mostly with the same home. Pictures of others than ours may change. */
function loadedOnce(text: string, path: string): LoadedHome {
  return remembered(`${path}\n${text}`, !text.includes("picture"), () => homeIn(text, path, VERSION));
}

const demoHome = (): LoadedHome =>
  remembered("demo", true, () => builtHome(BUILT_DEMO_HOME, DEMO_HOME, VERSION) ?? loadedOnce(demoText(), DEMO_HOME));

function demoText(): string {
  const text = givenText(DEMO_HOME, MOST_YAML_BYTES);
  if (typeof text === "string") return text;
  throw new Error(`${DEMO_HOME}: ${text.unreadable}`);
}

function remembered(name: string, staysTheSame: boolean, load: () => LoadedHome): LoadedHome {
  const loaded = LOADED.get(name) ?? load();
  if (staysTheSame && LOADED.size < MOST_LOADED && name.length < MOST_LETTERS_OF_LOADED) LOADED.set(name, loaded);
  return loaded;
}

/** One line that ends as files of homes do. */
const isPath = (home: string): boolean => /^[^\n]+\.(ya?ml|json)$/i.test(home);

/** Another one for each gateway: several run at once. */
export const someIdentity = (): Identity => ({
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
