import { type SimulatedBackend, startSimulatedBackend } from "../backends/simulated/start.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Want, wantsIn } from "../gateway/wants.ts";
import { Wishes } from "../gateway/wishes.ts";
import type { Clock } from "../home/clock.ts";
import type { Home } from "../home/home.ts";
import { idOf } from "../home/replacement.ts";

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
    for (const replacement of happened.replacements) {
      const isOther = !replacement.before || !replacement.after;
      if (isOther && happened.because !== "reported") wishes.forget(idOf(replacement));
    }
    for (const want of wantsIn(happened, home)) pass(want, { home, backend, wishes });
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
function pass({ wanted, before }: Want, { home, backend, wishes }: Ends): void {
  wishes.add(wanted, before);
  if (wanted.kind === "lightChanged") {
    const light = home.lights.get(wanted.lightId);
    if (light) backend.setLight(light, wanted.state);
  } else {
    const box = home.syncBoxes.get(wanted.syncBoxId);
    if (box) backend.setSyncBox(box, wanted.state);
  }
}
