import type { Steps } from "../../../shared/steps.ts";
import type { BackendContext } from "../backend.ts";
import { OnlineReconciler } from "./availability/online-reconciler.ts";
import type { Bridge, BridgeListener } from "./bridge/bridge.ts";
import type { StateReport } from "./bridge/device-topics.ts";
import type { DeviceEntry } from "./bridge/protocol/device-entry.ts";
import type { GroupEntry } from "./bridge/protocol/group-list.ts";
import type { PeerState } from "./bridge/protocol/peer-state.ts";
import { deviceReportChanges } from "./device-report.ts";
import { KnownSigns } from "./device-signs.ts";
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
  /** A bridge published whether devices may join. */
  readonly onPermitJoin: (bridge: Bridge) => void;
  readonly onSource: (bridge: Bridge) => void;
}

/** Turns the events of all bridges into changes of the home. */
export class BridgeEventHandler implements BridgeListener {
  readonly lights: LightRegistry;
  readonly lightReports: LightReportHandler;
  readonly reconciler: Reconciler;
  readonly scenes: ActiveScenes;
  readonly signs: KnownSigns;
  readonly #dependencies: BridgeEventHandlerDependencies;
  readonly #online: OnlineReconciler;
  readonly #polls: PollScheduler;

  constructor(dependencies: BridgeEventHandlerDependencies) {
    const { context, queue, problems } = dependencies;
    const { home, clock, report } = context;
    this.#dependencies = dependencies;
    this.lights = new LightRegistry(home);
    this.signs = new KnownSigns(clock.now);
    this.scenes = new ActiveScenes({ home, clock, queue, report });
    this.lightReports = new LightReportHandler({
      context,
      problems,
      lights: this.lights,
      onPerceptibleChange: ({ listed: { bridge, entry } }) => this.scenes.onLightChanged(bridge, entry),
    });
    this.reconciler = new Reconciler({
      context,
      queue,
      problems,
      onListed: () => {
        this.#polls.forgetUnlisted();
        return this.lights.update(this.reconciler.listed);
      },
      onReconciled: () => this.#online.reconcileAll(),
    });
    const listed = () => this.reconciler.listed;
    this.#polls = new PollScheduler({ home, clock, lights: this.lights, listed });
    this.#online = new OnlineReconciler({
      context,
      queue,
      bridges: this.reconciler.bridges,
      listed,
      onOnline: ({ bridge, entry }) => this.#polls.poll(bridge, [entry]),
    });
  }

  add(bridge: Bridge): void {
    this.reconciler.add(bridge);
    this.#polls.add(bridge);
    this.#online.onStatus(bridge);
  }

  onOpened(bridge: Bridge): void {
    this.scenes.onOpened(bridge);
    this.lightReports.onOpened(bridge);
    this.#polls.reset(bridge);
  }

  pollUnconfirmed(bridge: Bridge): Steps<void> {
    return this.#polls.pollUnconfirmed(bridge);
  }

  *onStatus(bridge: Bridge): Steps<void> {
    this.#online.onStatus(bridge);
    if (bridge.problem !== undefined || bridge.isStarting) {
      this.lights.markUnconfirmed(bridge);
      this.#polls.reset(bridge);
    }
    this.#dependencies.onSource(bridge);
    yield* this.#online.reconcileAll();
    yield* this.#polls.pollUnconfirmed(bridge);
  }

  *onLists(bridge: Bridge, are: "new" | "same"): Steps<void> {
    if (are === "new") yield* this.reconciler.reconcile();
    yield* this.scenes.applyPeerStates(bridge);
    yield* this.lightReports.deferredCommands.applyPeerStates();
    this.#dependencies.onSource(bridge);
    yield* this.#polls.pollUnconfirmed(bridge);
  }

  *onInfo(bridge: Bridge): Steps<void> {
    this.#dependencies.onPermitJoin(bridge);
    this.#dependencies.onSource(bridge);
    // The info says whether retained availability counts.
    yield* this.#online.reconcileAll();
  }

  onState(bridge: Bridge, device: DeviceEntry, report: StateReport): void {
    if (!this.reconciler.isListedBy(bridge, device)) return;
    const { context } = this.#dependencies;
    this.signs.take(device.id, report);
    if (!report.isRemembered || !this.#polls.hasReportedLive(device.id)) {
      const changes = deviceReportChanges(context.home.devices.get(device.id), report.values);
      for (const change of changes) context.report(change);
    }
    for (const tracker of this.lights.ofDevice(device.ieeeAddress)) this.lightReports.handle(tracker, report);
    this.#polls.onState(bridge, device, report);
  }

  onAvailability(bridge: Bridge, device: DeviceEntry): void {
    if (this.reconciler.isListedBy(bridge, device)) this.#online.reconcile(device.id);
  }

  onAnnounce(bridge: Bridge, device: DeviceEntry): void {
    this.#polls.poll(bridge, [device]);
  }

  onRecall(bridge: Bridge, { number, members }: GroupEntry, sceneNumber: number): void {
    this.scenes.onRecall(bridge, number, sceneNumber);
    this.#polls.pollAfterRecall(bridge, members);
  }

  onPeerState(bridge: Bridge, peerState: PeerState): void {
    if (peerState.kind === "scene") this.scenes.onPeerState(bridge, peerState);
    else this.lightReports.onPeerState(peerState);
  }
}
