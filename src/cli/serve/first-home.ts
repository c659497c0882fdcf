import { createHash } from "node:crypto";
import { replayChanges } from "../../home/changes/replay-changes.ts";
import type { HomeContents } from "../../home/model/contents.ts";
import type { Identity } from "../../home/model/identity.ts";
import { changesFor } from "../../home-file/build.ts";
import { builtHome } from "../../home-file/built-home.ts";
import { MOST_YAML_BYTES } from "../../home-file/limits.ts";
import type { LoadedHome } from "../../home-file/load.ts";
import { BUILT_DEMO_HOME, DEMO_HOME, VERSION } from "../../runtime/package.ts";
import { givenBytes } from "../../shared/given-file.ts";
import { CommandFault } from "../command-fault.ts";
import { tellIfLarge } from "../terminal/large-file.ts";
import { log } from "./log.ts";
import { isOfBrokers, ofBrokers, RECORDED } from "./made-from.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Says why a home is kept as a file, and where. */
type WhyKept = (kept: string) => string;

/** The home of a first start. */
export interface FirstHome {
  /** Tells one from another. */
  readonly madeFrom: string;
  /** Why it takes the place of a home that was made from something else; undefined when it does not. */
  readonly replaces: WhyKept | undefined;
  /** Why a home that was made from something else is served on, but kept first; undefined when it is not served on. */
  servesOn(madeFrom: string): WhyKept | undefined;
  /** Begins with what takes long, so that it is made the sooner. */
  prepare(): void;
  /** Or a line for each mistake in it. */
  make(identity: Identity): Promise<HomeContents | { readonly mistakes: readonly string[] }>;
}

/** What was given to begin with: a file, or the lamps of a back end, which come by themselves. */
export function firstHome({ home, backend }: Pick<ServeOptions, "home" | "backend">): FirstHome {
  if (backend.length === 0) return homeOfFile(home);
  if (home !== DEMO_HOME) {
    throw new CommandFault([
      "--home and --backend do not go together: the home is the one that Zigbee2MQTT has. Leave one of them out.",
    ]);
  }
  const recordings = backend.filter(({ through }) => through === "recording");
  if (recordings.length === 0) return homeOfBrokers(backend.map(({ name }) => name));
  if (recordings.length === backend.length) return HOME_OF_RECORDINGS;
  throw new CommandFault([
    "Brokers and recordings do not go together: the lamps of one home are all real, or all recorded. Leave out the ones or the others of --backend.",
  ]);
}

function homeOfFile(path: string): FirstHome {
  let prepared: ReturnType<typeof loaded> | undefined;
  return {
    madeFrom: path === DEMO_HOME ? "demo" : digestOf(path),
    replaces:
      path === DEMO_HOME
        ? undefined
        : (kept) =>
            `The home file is another one: its home is served now. The one before is kept; to go back: luxgate import ${kept}`,
    servesOn: () => undefined,
    prepare: () => {
      prepared = loaded(path);
    },
    make: async (identity) => {
      const home = await (prepared ?? loaded(path));
      prepared = undefined;
      return "mistakes" in home ? home : replayChanges(home.changes, identity);
    },
  };
}

/** Reading YAML takes much that neither a stored home needs nor the one that was built in. */
async function loaded(path: string): Promise<LoadedHome> {
  const built = path === DEMO_HOME ? builtHome(BUILT_DEMO_HOME, path, VERSION) : undefined;
  if (built) return built;
  const { loadHome } = await import("../../home-file/load.ts");
  return loadHome(path, VERSION, (letters) => tellIfLarge(path, letters, log));
}

/**
 * Ids do not depend on a broker, so other addresses are no reason for another home. But they may be wrong ones, and who
 * is not behind them leaves the home, with the places, rooms and scenes that somebody gave it.
 */
function homeOfBrokers(names: readonly string[]): FirstHome {
  const madeFrom = ofBrokers(names);
  return {
    madeFrom,
    replaces: (kept) => `The home of Zigbee2MQTT is served now. The one before is kept in ${kept}`,
    servesOn: (before) =>
      isOfBrokers(before) && before !== madeFrom
        ? (kept) =>
            `--backend is not what it was at the last start: devices that are not behind it leave the home. That is kept as it was; to go back, start with the --backend of before, then: luxgate import ${kept}`
        : undefined,
    prepare: () => undefined,
    make: gatewayAlone,
  };
}

/** Whatever the recording: its devices are nobody's. */
const HOME_OF_RECORDINGS: FirstHome = {
  madeFrom: RECORDED,
  replaces: (kept) => `The home of a recording is served now. The one before is kept in ${kept}`,
  servesOn: () => undefined,
  prepare: () => undefined,
  make: gatewayAlone,
};

/** Where it is on the Zigbee network is told by the bridge. */
async function gatewayAlone(identity: Identity): Promise<HomeContents> {
  const home = replayChanges(changesFor({}, { version: VERSION, pictureAt: () => null }), identity);
  return { ...home, devices: home.devices.map((device) => ({ ...device, zigbee: null })) };
}

/** Which text a home was made from; a file that cannot be read is told of before anything is touched. */
function digestOf(path: string): string {
  const bytes = givenBytes(path, MOST_YAML_BYTES);
  if ("unreadable" in bytes) throw new CommandFault([`${path}: ${bytes.unreadable}`]);
  return createHash("sha256").update(bytes).digest("hex");
}
