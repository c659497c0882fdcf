import { resolve } from "node:path";
import { listenForOperator } from "../control/listen.ts";
import { PAIRING_WINDOW_MILLIS } from "../home/pairing-window.ts";
import type { Profile } from "../http/access.ts";
import { HTTP_LIMITS } from "../http/limits.ts";
import { collectGarbage } from "../store/collect-garbage.ts";
import { watchButton } from "./button.ts";
import { CommandFault, codeOf } from "./command-fault.ts";
import { controlsFor } from "./controls.ts";
import { homeToServe, type ServedHome } from "./home-to-serve.ts";
import { log } from "./log.ts";
import { logDiscovery } from "./log-discovery.ts";
import { logOperator } from "./log-operator.ts";
import { logStore } from "./log-store.ts";
import { VERSION } from "./package.ts";
import { readyLines } from "./ready-lines.ts";
import { type RunningGateway, startGateway } from "./start-gateway.ts";
import { stateFolder } from "./state-folder.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

export interface ServeOptions {
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly host: string;
  readonly dataDir?: string;
  readonly home: string;
  readonly advertiseIp?: string;
  readonly mac?: string;
  readonly button?: string;
  readonly allowHost: readonly string[];
  readonly profile: Profile;
}

/** Runs the gateway until it is told to stop. */
export async function serve(options: ServeOptions): Promise<void> {
  process.umask(0o077);
  const folder = resolve(options.dataDir ?? stateFolder());
  const home = await homeToServe(folder, options.home);
  log(...home.report);
  const running = await start(options, home);
  const stopped = stopSignal();
  const pressButton = () => {
    running.gateway.pressButton();
    log(`Button pressed: clients may pair for ${PAIRING_WINDOW_MILLIS / 1000} seconds.`);
  };
  const releaseButton = watchButton(pressButton, options.button);
  const operator = await listenForOperator({
    folder,
    controls: controlsFor({ running, home, folder, host: options.host, homeFile: options.home, pressButton }),
    onState: logOperator(),
    onFault,
  });
  log(...readyLines(running, { host: options.host, folder }));
  collectGarbage();
  await stopped;
  log("Stopping.");
  releaseButton();
  await operator.stop();
  await running.stop();
}

async function start(options: ServeOptions, { contents, store, storeTrouble }: ServedHome): Promise<RunningGateway> {
  const onStoreTrouble = logStore();
  onStoreTrouble(storeTrouble);
  try {
    const running = await startGateway({
      ...options,
      advertiseIp: options.advertiseIp,
      mac: options.mac,
      contents,
      store,
      storeTrouble,
      onStoreTrouble,
      limits: HTTP_LIMITS,
      clock: SYSTEM_CLOCK,
      today: () => new Date(),
      onPaired: ({ name }) => log(`Paired with ${JSON.stringify(name)}. To see or revoke its key: luxgate keys`),
      onDiscoveryState: logDiscovery(),
      onFault,
    });
    tellOwnVersion(running);
    return running;
  } catch (error) {
    await store.close();
    throw cannotListen(error, options) ?? error;
  }
}

const onFault = (fault: unknown) => log(`Fault: ${fault instanceof Error ? fault.stack : String(fault)}`);

/** The stored home may know the gateway from before it was updated. */
function tellOwnVersion({ gateway }: RunningGateway): void {
  const device = gateway.home.gateway;
  if (device) gateway.submit({ kind: "deviceUpdated", deviceId: device.id, softwareVersion: VERSION });
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
