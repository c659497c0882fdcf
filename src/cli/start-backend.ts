import type { Backend, BackendContext } from "../backends/backend.ts";
import type { Gateway, Happened } from "../gateway/gateway.ts";
import { type Want, wantsIn } from "../gateway/wants.ts";
import { Wishes } from "../gateway/wishes.ts";
import type { Clock } from "../home/clock.ts";
import type { Home } from "../home/home.ts";
import { idOf } from "../home/replacement.ts";

/** What brings devices. */
export type StartDevices<SomeBackend extends Backend> = (context: BackendContext) => SomeBackend;

export interface RunningBackend<SomeBackend extends Backend> {
  readonly backend: SomeBackend;
  readonly wishes: Wishes;
  stop(): Promise<void>;
}

/** Starts the devices and ties them to the home: what is asked goes to them, what they report comes from them. */
export function startBackend<SomeBackend extends Backend>(
  gateway: Gateway,
  clock: Clock,
  startDevices: StartDevices<SomeBackend>,
): RunningBackend<SomeBackend> {
  const { home } = gateway;
  const wishes = new Wishes(clock, (change) => gateway.submit(change));
  const backend = startDevices({
    home,
    clock,
    report: (change) => wishes.hear(change),
    together: (reportAll) => gateway.together(reportAll),
  });
  const unwatch = gateway.watch((happened) => {
    if (happened.because !== "reported") {
      for (const id of idsOfOthers(happened)) wishes.forget(id);
      backend.follow(happened.replacements);
    }
    for (const want of wantsIn(happened, home)) pass(want, { home, backend, wishes });
  });
  const stop = async () => {
    unwatch();
    wishes.stop();
    await backend.stop();
  };
  return { backend, wishes, stop };
}

interface Ends {
  readonly home: Home;
  readonly backend: Backend;
  readonly wishes: Wishes;
}

/** Also what is taken back is a command: the device may have obeyed already. */
function pass({ wanted, before }: Want, { home, backend, wishes }: Ends): void {
  if (wanted.kind === "lightChanged") {
    const light = home.lights.get(wanted.lightId);
    if (!light) return;
    wishes.add({ ...wanted, state: backend.attainable(light, wanted.state) }, before);
    backend.setLight(light, wanted.state);
  } else {
    wishes.add(wanted, before);
    const box = home.syncBoxes.get(wanted.syncBoxId);
    if (box) backend.setSyncBox(box, wanted.state);
  }
}

/** What is gone, or another one by now. */
const idsOfOthers = ({ replacements }: Happened): readonly string[] =>
  replacements.filter(({ before, after }) => !before || !after).map(idOf);
