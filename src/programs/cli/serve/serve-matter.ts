import type { MatterBridge, MatterState } from "../../../edges/matter/bridge.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { counted } from "../../../shared/counted.ts";
import { countOf, leftOutWords } from "../../../shared/matter-left-out.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { log, logEntries, logWarning } from "./log.ts";
import type { ServeOptions } from "./serve-command.ts";

type MatterFlags = Pick<
  ServeOptions,
  ("matter" | "matterPort" | "matterInterface" | "matterOnly" | "matterMost") | ("matterVendorId" | "matterProductId")
>;

/** Starts the Matter bridge, if one is wanted. What that takes is loaded only then. */
export async function matterFor(
  options: MatterFlags,
  running: RunningGateway,
  { folder, claim }: { readonly folder: string; readonly claim: () => Promise<readonly string[]> },
): Promise<MatterBridge | undefined> {
  if (!options.matter) return undefined;
  const { startMatter } = await import("../../../runtime/start-matter.ts");
  return startMatter(running, {
    ...options,
    folder,
    claim,
    clock: SYSTEM_CLOCK,
    onState: logMatter(),
    onLog: (level, text) => logEntries([{ level, message: `Matter: ${text}` }]),
  });
}

/** Logs when the bridge is online or has failed, once each, and lamps that it leaves out. */
function logMatter(): (state: MatterState) => void {
  let logged: MatterState["phase"] = "starting";
  let leftOut = 0;
  return (state) => {
    const { phase, why = "unknown reason", port, lamps } = state;
    if (phase !== logged && phase === "online") {
      log(`Matter: ${counted(lamps, "lamp")} on UDP port ${port}.`);
    }
    if (phase !== logged && phase === "failed") {
      logWarning(`The Matter bridge is not available: ${why}. Everything else keeps running.`);
    }
    logged = phase;
    // Devices that nobody has admitted come and go.
    const others = state.leftOut.filter(({ reason }) => reason !== "not-admitted");
    const count = countOf(others);
    if (count > leftOut) {
      logWarning(`Matter: ${counted(count, "lamp")} left out. ${others.map(leftOutWords).join(". ")}.`);
    }
    leftOut = count;
  };
}
