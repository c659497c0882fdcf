import type { Controls } from "../../control/controls.ts";
import { contentsOf } from "../../home/home.ts";
import { VERSION } from "../../runtime/package.ts";
import { SYSTEM_CLOCK } from "../../runtime/system-clock.ts";
import { exportedText, readExported } from "../../store/exported-home.ts";
import { newIdentity } from "../../store/folder/new-identity.ts";
import { forgetReplaced, keepReplaced } from "./replaced-homes.ts";
import { type RunningProgram, statusOf } from "./status.ts";

/** What the operator's commands work on, in a running program. */
export function controlsFor(program: RunningProgram): Controls {
  const { running, home, first, folder, pressButton } = program;
  const { gateway, backend, simulation, optimisticState } = running;
  return {
    gateway,
    backend,
    simulation,
    optimisticState,
    clock: SYSTEM_CLOCK,
    pressButton,
    status: statusOf(program),
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
