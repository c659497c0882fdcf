import { PAIRING_WINDOW_MILLIS } from "../home/pairing-window.ts";
import { loadHome } from "../home-file/load.ts";
import { HTTP_LIMITS } from "../http/limits.ts";
import { openIdentity } from "../store/identity-file.ts";
import { watchButton } from "./button.ts";
import { CommandFault, codeOf } from "./command-fault.ts";
import { log } from "./log.ts";
import { logDiscovery } from "./log-discovery.ts";
import { VERSION } from "./package.ts";
import { readyLines } from "./ready-lines.ts";
import { type RunningGateway, startGateway } from "./start-gateway.ts";
import { stateFolder } from "./state-folder.ts";

export interface ServeOptions {
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly host: string;
  readonly dataDir?: string;
  readonly home: string;
  readonly advertiseIp?: string;
  readonly mac?: string;
  readonly allowHost: readonly string[];
}

/** Runs the gateway until it is told to stop. */
export async function serve(options: ServeOptions): Promise<void> {
  const running = await start(options);
  const stopped = stopSignal();
  const releaseButton = watchButton(() => {
    running.gateway.pressButton();
    log(`Button pressed: clients may pair for ${PAIRING_WINDOW_MILLIS / 1000} seconds.`);
  });
  log(...readyLines(running, options));
  await stopped;
  log("Stopping.");
  releaseButton();
  await running.stop();
}

async function start(options: ServeOptions): Promise<RunningGateway> {
  const home = loadHome(options.home, VERSION);
  if ("mistakes" in home) throw new CommandFault(home.mistakes);
  const identity = identityIn(options.dataDir ?? stateFolder());
  try {
    return await startGateway({
      ...options,
      advertiseIp: options.advertiseIp,
      identity: options.mac === undefined ? identity : { ...identity, mac: options.mac },
      changes: home.changes,
      limits: HTTP_LIMITS,
      clock: () => performance.now(),
      onDiscoveryState: logDiscovery(),
      onFault: (fault) => log(`Fault: ${fault instanceof Error ? fault.stack : String(fault)}`),
    });
  } catch (error) {
    throw cannotListen(error, options) ?? error;
  }
}

function identityIn(dataDir: string) {
  try {
    const { identity, setAside } = openIdentity(dataDir);
    if (setAside !== undefined) log(`The gateway's identity was damaged; it is kept as ${setAside} and made anew.`);
    return identity;
  } catch (error) {
    const mend = "give a folder that this user may write to with --data-dir";
    throw new CommandFault([`The state folder ${dataDir} cannot be used (${codeOf(error)}): ${mend}.`], error);
  }
}

function cannotListen(error: unknown, { host, httpPort }: ServeOptions): CommandFault | undefined {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new CommandFault(
        [`HTTP port ${httpPort} is taken by another program: stop it, or choose another with --http-port.`],
        error,
      );
    case "EACCES":
      return new CommandFault(
        [`HTTP port ${httpPort} is not open to this user: choose one above 1023 with --http-port.`],
        error,
      );
    case "EADDRNOTAVAIL":
      return new CommandFault([`This machine does not have the address ${host}: choose another with --host.`], error);
    default:
      return undefined;
  }
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Settles on the first signal to stop; the next one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
