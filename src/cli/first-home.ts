import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { HomeContents } from "../home/contents.ts";
import type { Identity } from "../home/identity.ts";
import { homeMadeBy } from "../home/made-by.ts";
import { changesFor } from "../home-file/build.ts";
import { loadHome } from "../home-file/load.ts";
import { CommandFault } from "./command-fault.ts";
import { DEMO_HOME, VERSION } from "./package.ts";
import type { ServeOptions } from "./serve-options.ts";

/** The home of a first start. */
export interface FirstHome {
  /** Tells one from another. */
  readonly madeFrom: string;
  /** Why it takes the place of a home that was made from something else; undefined when it does not. */
  readonly replaces: ((kept: string) => string) | undefined;
  /** Or a line for each mistake in it. */
  make(identity: Identity): HomeContents | { readonly mistakes: readonly string[] };
}

/** What homes are made from that a back end fills. */
export const FROM_BACKEND = "backend";

/** What was given to begin with: a file, or the lamps of a back end, which come by themselves. */
export function firstHome({ home, backend }: Pick<ServeOptions, "home" | "backend">): FirstHome {
  if (backend.length === 0) return homeOfFile(home);
  if (home === DEMO_HOME) return HOME_OF_BACKEND;
  throw new CommandFault([
    "--home and --backend do not go together: the home is the one that Zigbee2MQTT has. Leave one of them out.",
  ]);
}

const homeOfFile = (path: string): FirstHome => ({
  madeFrom: path === DEMO_HOME ? "demo" : digestOf(path),
  replaces:
    path === DEMO_HOME
      ? undefined
      : (kept) =>
          `The home file is another one: its home is served now. The one before is kept; to go back: luxgate import ${kept}`,
  make: (identity) => {
    const loaded = loadHome(path, VERSION);
    return "mistakes" in loaded ? loaded : homeMadeBy(loaded.changes, identity);
  },
});

/** The gateway alone. */
const HOME_OF_BACKEND: FirstHome = {
  madeFrom: FROM_BACKEND,
  replaces: (kept) => `The home of Zigbee2MQTT is served now. The one before is kept in ${kept}`,
  make: (identity) => homeMadeBy(changesFor({}, { version: VERSION, pictureAt: () => null }), identity),
};

/** Which text a home was made from; a file that cannot be read is told of before anything is touched. */
function digestOf(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    const home = loadHome(path, VERSION);
    throw "mistakes" in home ? new CommandFault(home.mistakes, error) : error;
  }
}
