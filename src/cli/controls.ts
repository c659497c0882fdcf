import { statSync } from "node:fs";
import type { Controls } from "../control/controls.ts";
import { contentsOf } from "../home/home.ts";
import { exportedText, readExported } from "../store/exported-home.ts";
import { newIdentity } from "../store/new-identity.ts";
import { Snapshots } from "../store/snapshots.ts";
import { homeFrom, type ServedHome } from "./home-to-serve.ts";
import { VERSION } from "./package.ts";
import { forgetReplaced, keepReplaced } from "./replaced-homes.ts";
import type { RunningGateway } from "./start-gateway.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

export interface Parts {
  readonly running: RunningGateway;
  readonly home: ServedHome;
  readonly folder: string;
  readonly host: string;
  readonly homeFile: string;
  readonly pressButton: () => void;
}

/** What the operator's commands work on, in a running program. */
export function controlsFor({ running, home, folder, host, homeFile, pressButton }: Parts): Controls {
  const { gateway, backend, http, discovery } = running;
  const startedMillis = SYSTEM_CLOCK.now();
  const snapshots = new Snapshots(folder);
  return {
    gateway,
    backend,
    simulation: backend,
    clock: SYSTEM_CLOCK,
    pressButton,
    status: () => ({
      version: VERSION,
      pid: process.pid,
      uptimeMillis: SYSTEM_CLOCK.now() - startedMillis,
      http: { address: host, port: http.port },
      discovery: discovery.port === undefined ? { off: "its port cannot be had" } : { port: discovery.port },
      stateFolder: folder,
      store: {
        trouble: gateway.storeTrouble ?? null,
        lastSnapshot: lastSnapshot(snapshots),
      },
      recovered: [...home.report],
    }),
    exportHome: () => exportedText(contentsOf(gateway.home), VERSION),
    readHome: readExported,
    keepHome: () => keepReplaced(folder, contentsOf(gateway.home)),
    factoryHome: () => homeFrom(homeFile, newIdentity()),
    forgetEverything: async () => {
      await home.store.forgetThePast();
      forgetReplaced(folder);
    },
  };
}

function lastSnapshot(snapshots: Snapshots): string | null {
  const [newest] = snapshots.all();
  return newest ? (statSync(newest.path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null) : null;
}
