import { type SimulatedBackend, startSimulatedBackend } from "../backends/simulated/start.ts";
import { toldToDevices } from "../gateway/consequences.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { wantedBy } from "../gateway/wanted.ts";
import { Wishes } from "../gateway/wishes.ts";
import type { Clock } from "../home/clock.ts";
import type { Home } from "../home/home.ts";
import { idOf, type Replacement } from "../home/replacement.ts";

export interface RunningBackend {
  readonly backend: SimulatedBackend;
  stop(): Promise<void>;
}

/** Starts the devices and ties them to the home: what is asked goes to them, what they report comes from them. */
export function startBackend(gateway: Gateway, clock: Clock): RunningBackend {
  const { home } = gateway;
  const wishes = new Wishes(clock, (change) => gateway.submit(change));
  const backend = startSimulatedBackend({ home, clock, report: (change) => wishes.hear(change) });
  const unwatch = gateway.watch((happened) => {
    if (happened.because !== "reported") backend.follow(happened.replacements);
    for (const replacement of toldToDevices(happened)) pass(replacement, { home, backend, wishes });
  });
  const stop = async () => {
    unwatch();
    wishes.stop();
    await backend.stop();
  };
  return { backend, stop };
}

interface Ends {
  readonly home: Home;
  readonly backend: SimulatedBackend;
  readonly wishes: Wishes;
}

/** Also what is taken back is a command: the device may have obeyed already. */
function pass(replacement: Replacement, { home, backend, wishes }: Ends): void {
  const wanted = wantedBy(replacement);
  if (!replacement.before || !replacement.after) wishes.forget(idOf(replacement));
  if (!wanted || !replacement.before) return;
  wishes.add(wanted, replacement.before);
  if (wanted.kind === "lightChanged") {
    const light = home.lights.get(wanted.lightId);
    if (light) backend.setLight(light, wanted.state);
  } else {
    const box = home.syncBoxes.get(wanted.syncBoxId);
    if (box) backend.setSyncBox(box, wanted.state);
  }
}
