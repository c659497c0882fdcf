import type { Steps } from "../../shared/steps.ts";
import type { BackendContext } from "../backend.ts";
import { OnlineReconciler } from "./availability/online-reconciler.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { BridgeListener, StateReport } from "./bridge/bridge-listener.ts";
import type { DeviceEntry } from "./bridge/protocol/device-entry.ts";
import type { GroupEntry } from "./bridge/protocol/group-list.ts";
import type { PeerState } from "./bridge/protocol/peer-state.ts";
import { deviceReportChanges } from "./device-report.ts";
import { LightRegistry } from "./lights/light-registry.ts";
import { LightReportHandler } from "./lights/light-report-handler.ts";
import { PollScheduler } from "./polling/poll-scheduler.ts";
import type { Problems } from "./problems.ts";
import { Reconciler } from "./reconcile/reconciler.ts";
import { ActiveScenes } from "./replicas/active-scenes.ts";
import type { SerialQueue } from "./serial-queue.ts";

export interface BridgeEventHandlerDependencies {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly problems: Problems;
  /** A bridge said whether devices may join. */
  readonly onJoining: (bridge: Bridge) => void;
  readonly onSource: (bridge: Bridge) => void;
}

/** Turns what bridges say into what happens to the home. */
export class BridgeEventHandler implements BridgeListener {
  readonly lamps: LightRegistry;
  readonly lampHearing: LightReportHandler;
  readonly listing: Reconciler;
  readonly scenes: ActiveScenes;
  readonly #options: BridgeEventHandlerDependencies;
  readonly #online: OnlineReconciler;
  readonly #asking: PollScheduler;

  constructor(options: BridgeEventHandlerDependencies) {
    const { context, queue, problems } = options;
    const { home, clock, report } = context;
    this.#options = options;
    this.lamps = new LightRegistry(home);
    this.scenes = new ActiveScenes({ home, clock, queue, report });
    this.lampHearing = new LightReportHandler({
      context,
      problems,
      lamps: this.lamps,
      onOther: ({ listed: { bridge, entry } }) => this.scenes.changed(bridge, entry),
    });
    this.listing = new Reconciler({
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
    this.#asking = new PollScheduler({ home, clock, lamps: this.lamps, listed });
    this.#online = new OnlineReconciler({
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

  onState(bridge: Bridge, device: DeviceEntry, told: StateReport): void {
    if (!this.listing.isOf(bridge, device)) return;
    const { home, report } = this.#options.context;
    if (!told.isRemembered || !this.#asking.wasHeard(device.id)) {
      for (const change of deviceReportChanges(home.devices.get(device.id), told.values)) report(change);
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

  onNote(bridge: Bridge, note: PeerState): void {
    if (note.kind === "scene") this.scenes.heardNote(bridge, note);
    else this.lampHearing.heardNote(note);
  }
}
