import type { Steps } from "../../shared/steps.ts";
import type { BackendContext } from "../backend.ts";
import { Online } from "./availability/online-reconciler.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { BridgeListener, Told } from "./bridge/bridge-listener.ts";
import type { DeviceEntry } from "./bridge/protocol/device-entry.ts";
import type { GroupEntry } from "./bridge/protocol/group-list.ts";
import type { Note } from "./bridge/protocol/peer-state.ts";
import { newsOf } from "./device-report.ts";
import { Lamps } from "./lights/light-registry.ts";
import { LampHearing } from "./lights/light-report-handler.ts";
import { Asking } from "./polling/poll-scheduler.ts";
import type { Problems } from "./problems.ts";
import { Listing } from "./reconcile/reconciler.ts";
import { SceneWatch } from "./replicas/active-scenes.ts";
import type { SerialQueue } from "./serial-queue.ts";

export interface HearingOptions {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly problems: Problems;
  /** A bridge said whether devices may join. */
  readonly onJoining: (bridge: Bridge) => void;
  readonly onSource: (bridge: Bridge) => void;
}

/** Turns what bridges say into what happens to the home. */
export class Hearing implements BridgeListener {
  readonly lamps: Lamps;
  readonly lampHearing: LampHearing;
  readonly listing: Listing;
  readonly scenes: SceneWatch;
  readonly #options: HearingOptions;
  readonly #online: Online;
  readonly #asking: Asking;

  constructor(options: HearingOptions) {
    const { context, queue, problems } = options;
    const { home, clock, report } = context;
    this.#options = options;
    this.lamps = new Lamps(home);
    this.scenes = new SceneWatch({ home, clock, queue, report });
    this.lampHearing = new LampHearing({
      context,
      problems,
      lamps: this.lamps,
      onOther: ({ listed: { bridge, entry } }) => this.scenes.changed(bridge, entry),
    });
    this.listing = new Listing({
      context,
      queue,
      problems,
      onListed: () => {
        this.#asking.forgetUnlisted();
        return this.lamps.follow(this.listing.all);
      },
      onAligned: () => this.#online.alignAll(),
    });
    const listed = () => this.listing.all;
    this.#asking = new Asking({ home, clock, lamps: this.lamps, listed });
    this.#online = new Online({
      context,
      queue,
      bridges: this.listing.bridges,
      listed,
      onReached: ({ bridge, entry }) => this.#asking.ask(bridge, [entry]),
    });
  }

  add(bridge: Bridge): void {
    this.listing.add(bridge);
    this.#asking.add(bridge);
    this.#online.follow(bridge);
  }

  onOpened(bridge: Bridge): void {
    this.scenes.opened(bridge);
    this.lampHearing.opened(bridge);
    this.#online.opened(bridge);
    this.#asking.startAnew(bridge);
  }

  /** Asks for what is not known of the lights of a bridge. */
  askUnsure(bridge: Bridge): Steps<void> {
    return this.#asking.askUnsure(bridge);
  }

  *onReach(bridge: Bridge): Steps<void> {
    this.#online.follow(bridge);
    if (bridge.trouble !== undefined || bridge.isStarting) {
      this.lamps.lose(bridge);
      this.#asking.startAnew(bridge);
    }
    this.#options.onSource(bridge);
    yield* this.#online.alignAll();
    yield* this.#asking.askUnsure(bridge);
  }

  *onLists(bridge: Bridge, are: "new" | "same"): Steps<void> {
    if (are === "new") yield* this.listing.aligning();
    yield* this.scenes.followNotes(bridge);
    yield* this.lampHearing.held.followNotes();
    this.#options.onSource(bridge);
    yield* this.#asking.askUnsure(bridge);
  }

  *onInfo(bridge: Bridge): Steps<void> {
    this.#options.onJoining(bridge);
    this.#options.onSource(bridge);
    // It says whether availability counts that was kept.
    yield* this.#online.alignAll();
  }

  onState(bridge: Bridge, device: DeviceEntry, told: Told): void {
    if (!this.listing.isOf(bridge, device)) return;
    const { home, report } = this.#options.context;
    if (!told.isRemembered || !this.#asking.wasHeard(device.id)) {
      for (const change of newsOf(home.devices.get(device.id), told.values)) report(change);
    }
    for (const record of this.lamps.of(device.ieeeAddress)) this.lampHearing.hear(record, told);
    this.#asking.heard(bridge, device, told);
  }

  onAvailability(bridge: Bridge, device: DeviceEntry): void {
    if (this.listing.isOf(bridge, device)) this.#online.align(device.id);
  }

  onAnnounced(bridge: Bridge, device: DeviceEntry): void {
    this.#asking.ask(bridge, [device]);
  }

  onRecall(bridge: Bridge, { number, members }: GroupEntry, sceneNumber: number): void {
    this.scenes.recalled(bridge, number, sceneNumber);
    this.#asking.askAfterRecall(bridge, members);
  }

  onNote(bridge: Bridge, note: Note): void {
    if (note.kind === "scene") this.scenes.heardNote(bridge, note);
    else this.lampHearing.heardNote(note);
  }
}
