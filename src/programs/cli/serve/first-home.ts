import { createHash } from "node:crypto";
import { replayChanges } from "../../../core/home/changes/replay-changes.ts";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import type { BackendKind } from "../../../edges/backends/backend-kind.ts";
import { changesFor } from "../../../edges/home-file/build.ts";
import { builtHome } from "../../../edges/home-file/built-home.ts";
import { MOST_YAML_BYTES } from "../../../edges/home-file/limits.ts";
import type { LoadedHome } from "../../../edges/home-file/load.ts";
import { BUILT_DEMO_HOME, DEMO_HOME, VERSION } from "../../../runtime/package.ts";
import { givenBytes } from "../../../shared/given-file.ts";
import { tellIfLarge } from "../../../shared/large-file.ts";
import { shellWord } from "../../../shared/own-user.ts";
import { CommandFault } from "../command-fault.ts";
import { backendKindOf } from "./backend-option.ts";
import { log } from "./log.ts";
import type { ServeOptions } from "./serve-command.ts";
import type { TypedCommand } from "./typed-command.ts";

/** Says why a home is kept as a file, and where. */
type WhyKept = (kept: string) => string;

/** The home of a first start. */
export interface FirstHome {
  /** What the store remembers the home by: another value is another home. */
  readonly madeFrom: string;
  /** Why this home takes the place of a home that was made from something else; undefined when it does not. */
  readonly replaces: WhyKept | undefined;
  /** Why a home that was made from something else is served on, but kept first; undefined when it is not served on. */
  servesOn(madeFrom: string): WhyKept | undefined;
  /** Begins with what takes long, so that `make` is done sooner. */
  prepare(): void;
  /** The home, or a line for each problem in its file. */
  make(identity: Identity): Promise<HomeContents | { readonly problems: readonly string[] }>;
}

/** What was given to begin with: a file, or a back end whose devices come by themselves. */
export function firstHome(
  { home, backend }: Pick<ServeOptions, "home" | "backend">,
  typed: TypedCommand = (words) => `luxgate ${words}`,
): FirstHome {
  const [given] = backend;
  if (!given) return homeOfFile(home, typed);
  if (home !== DEMO_HOME) {
    throw new CommandFault([
      `--home and --backend cannot be combined: with --backend, the home comes from ${given.kind.owner}. Leave out one of them.`,
    ]);
  }
  return homeOfBackend(
    backendKindOf(backend) ?? given.kind,
    backend.map(({ address }) => address.name),
    typed,
  );
}

function homeOfFile(path: string, typed: TypedCommand): FirstHome {
  let prepared: ReturnType<typeof loaded> | undefined;
  return {
    madeFrom: path === DEMO_HOME ? "demo" : digestOf(path),
    replaces:
      path === DEMO_HOME
        ? undefined
        : (kept) =>
            `The home file has changed, and its home is now served. The previous home is saved; to go back: ${typed(`import ${shellWord(kept)}`)}`,
    servesOn: () => undefined,
    prepare: () => {
      prepared = loaded(path);
    },
    make: async (identity) => {
      const home = await (prepared ?? loaded(path));
      prepared = undefined;
      return "problems" in home ? home : replayChanges(home.changes, identity);
    },
  };
}

/** Loads the YAML parser only if needed: a stored home and the built-in home do not need it. */
async function loaded(path: string): Promise<LoadedHome> {
  const built = path === DEMO_HOME ? builtHome(BUILT_DEMO_HOME, path, VERSION) : undefined;
  if (built) return built;
  const { loadHome } = await import("../../../edges/home-file/load.ts");
  return loadHome(path, VERSION, (letters) => tellIfLarge(path, letters, log));
}

/**
 * Other addresses are no reason for another home where ids do not depend on them. But they may be wrong ones, and devices
 * that are not behind them leave the home, with the rooms and scenes that somebody gave them: so the home is kept first.
 */
function homeOfBackend({ home }: BackendKind, names: readonly string[], typed: TypedCommand): FirstHome {
  const madeFrom = home.madeFrom(names);
  return {
    madeFrom,
    replaces: (kept) => `The home of ${home.title} is now served. The previous home is saved in ${kept}`,
    servesOn: (before) =>
      home.outlivesAddresses && home.isMadeFrom(before) && before !== madeFrom
        ? (kept) =>
            `--backend has changed since the last start: devices that it does not provide leave the home. The previous home is saved; to go back, start with the previous --backend, then run: ${typed(`import ${shellWord(kept)}`)}`
        : undefined,
    prepare: () => undefined,
    make: gatewayAlone,
  };
}

/** A home with nothing but the gateway; the back end reports its devices, and the gateway's own place among them. */
async function gatewayAlone(identity: Identity): Promise<HomeContents> {
  const home = replayChanges(changesFor({}, { version: VERSION, pictureAt: () => null }), identity);
  return { ...home, devices: home.devices.map((device) => ({ ...device, zigbee: null })) };
}

/** Which text a home was made from; a file that cannot be read is a fault before anything is touched. */
function digestOf(path: string): string {
  const bytes = givenBytes(path, MOST_YAML_BYTES);
  if ("unreadable" in bytes) throw new CommandFault([`${path}: ${bytes.unreadable}`]);
  return createHash("sha256").update(bytes).digest("hex");
}
