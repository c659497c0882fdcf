import type { Controls } from "../control/controls.ts";
import { contentsOf } from "../home/home.ts";
import type { MdnsAnnouncer } from "../mdns/announce.ts";
import { exportedText, readExported } from "../store/exported-home.ts";
import { newIdentity } from "../store/new-identity.ts";
import type { FirstHome } from "./first-home.ts";
import type { ServedHome } from "./home-to-serve.ts";
import { VERSION } from "./package.ts";
import { forgetReplaced, keepReplaced } from "./replaced-homes.ts";
import type { ServeOptions } from "./serve-options.ts";
import type { RunningGateway } from "./start-gateway.ts";
import { statusOf } from "./status.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

export interface Parts {
  readonly running: RunningGateway;
  readonly home: Omit<ServedHome, "contents">;
  /** What a factory reset begins with. */
  readonly first: FirstHome;
  /** Comes last of all. */
  readonly announcer: () => MdnsAnnouncer | undefined;
  readonly folder: string;
  readonly options: ServeOptions;
  readonly pressButton: () => void;
}

/** What the operator's commands work on, in a running program. */
export function controlsFor(parts: Parts): Controls {
  const { running, home, first, folder, pressButton } = parts;
  const { gateway, backend, simulation, optimisticState } = running;
  return {
    gateway,
    backend,
    simulation,
    optimisticState,
    clock: SYSTEM_CLOCK,
    pressButton,
    status: statusOf(parts),
    exportHome: () => exportedText(contentsOf(gateway.home), VERSION),
    readHome: readExported,
    keepHome: () => keepReplaced(folder, contentsOf(gateway.home)),
    factoryHome: () => first.make({ ...newIdentity(), mac: gateway.home.identity.mac }),
    forgetEverything: async () => {
      await home.store.forgetThePast();
      forgetReplaced(folder);
    },
  };
}
