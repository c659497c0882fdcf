import { resolve } from "node:path";
import { listenForOperator } from "../control/listen.ts";
import { PAIRING_WINDOW_MILLIS } from "../home/pairing-window.ts";
import { collectGarbage } from "../store/collect-garbage.ts";
import { bridgesFor } from "./bridges.ts";
import { watchButton } from "./button.ts";
import { controlsFor } from "./controls.ts";
import { firstHome } from "./first-home.ts";
import { homeToServe } from "./home-to-serve.ts";
import { log } from "./log.ts";
import { logOperator } from "./log-operator.ts";
import { readyLines } from "./ready-lines.ts";
import type { ServeOptions } from "./serve-options.ts";
import { keepHeapSmall } from "./small-heap.ts";
import { startMdns } from "./start-mdns.ts";
import { onFault, startServing } from "./start-serving.ts";
import { stateFolder } from "./state-folder.ts";

/** Runs the gateway until it is told to stop. */
export async function serve(options: ServeOptions): Promise<void> {
  process.umask(0o077);
  keepHeapSmall();
  const folder = resolve(options.dataDir ?? stateFolder());
  const first = firstHome(options);
  const bridges = await bridgesFor(options);
  const home = await homeToServe(folder, first);
  log(...home.report);
  const running = await startServing(options, home, bridges);
  const stopped = stopSignal();
  const pressButton = () => {
    running.gateway.pressButton();
    log(`Button pressed: clients may pair for ${PAIRING_WINDOW_MILLIS / 1000} seconds.`);
  };
  const releaseButton = watchButton(pressButton, options.button);
  const announcer = startMdns(options, running);
  const operator = await listenForOperator({
    folder,
    controls: controlsFor({ running, home, first, announcer, folder, options, pressButton }),
    onState: logOperator(),
    onFault,
  });
  log(...readyLines(running, { host: options.host, folder }));
  collectGarbage();
  await stopped;
  log("Stopping.");
  releaseButton();
  await operator.stop();
  await Promise.all([announcer?.stop(), running.stop()]);
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
