import { type DeviceId, idFrom, type LightId } from "../../home/ids.ts";
import type { BackendContext } from "../backend.ts";
import { alignDevices, type Listed, listedBy } from "./align-devices.ts";
import { alignRooms } from "./align-rooms.ts";
import { Asking } from "./asking.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { BridgeListener, Told } from "./bridge/bridge-listener.ts";
import type { Refusal } from "./bridge/bridge-words.ts";
import type { DeviceEntry } from "./bridge/device-entry.ts";
import type { GroupEntry } from "./bridge/group-list.ts";
import { newsOf } from "./device-news.ts";
import { HeldWishes } from "./held-wishes.ts";
import { isOurs } from "./ids.ts";
import { isOther } from "./is-other.ts";
import type { LampRecord } from "./lamp-record.ts";
import { Lamps } from "./lamps.ts";
import { Leaving } from "./leaving.ts";
import { Online } from "./online.ts";
import type { Problems } from "./problems.ts";
import { SceneWatch } from "./scene-watch.ts";
import { ShownNotes } from "./shown-notes.ts";

export interface HearingOptions {
  readonly context: BackendContext;
  readonly problems: Problems;
  /** A bridge said whether devices may join. */
  readonly onJoining: () => void;
  readonly onSource: (bridge: Bridge) => void;
}

/** Turns what bridges say into what happens to the home. */
export class Hearing implements BridgeListener {
  readonly lamps: Lamps;
  readonly scenes: SceneWatch;
  readonly held: HeldWishes;
  readonly #options: HearingOptions;
  readonly #online: Online;
  readonly #asking: Asking;
  readonly #bridges: Bridge[] = [];
  readonly #shown = new ShownNotes();
  readonly #leaving: Leaving;
  #listed: ReadonlyMap<DeviceId, Listed> = new Map();

  constructor(options: HearingOptions) {
    const { home, clock, report } = options.context;
    this.#options = options;
    this.lamps = new Lamps(home);
    this.scenes = new SceneWatch({ home, clock, report });
    this.held = new HeldWishes(this.lamps, report);
    this.#leaving = new Leaving(clock, ({ entry }) => {
      options.problems.add(entry.name, "Zigbee2MQTT did not remove it");
      this.align();
    });
    const listed = () => this.#listed;
    this.#asking = new Asking({ home, clock, lamps: this.lamps, listed });
    this.#online = new Online({
      context: options.context,
      bridges: this.#bridges,
      listed,
      onReached: ({ bridge, entry }) => this.#asking.ask(bridge, [entry]),
    });
  }

  add(bridge: Bridge): void {
    this.#bridges.push(bridge);
    this.#asking.add(bridge);
    this.#online.follow(bridge);
  }

  listedAs(deviceId: DeviceId): Listed | undefined {
    return this.#listed.get(deviceId);
  }

  /** It is on its way out: nothing is heard of it any more. */
  sendAway(deviceId: DeviceId, listed: Listed): void {
    const { home, report } = this.#options.context;
    this.#leaving.add(deviceId, listed);
    if (home.devices.get(deviceId)) report({ kind: "deviceLeft", deviceId });
    this.align();
  }

  /** Brings the home in line with what is listed. */
  align(): void {
    const { home, report, together } = this.#options.context;
    const listed = listedBy(this.#bridges);
    this.#leaving.follow(listed);
    this.#listed = new Map([...listed].filter(([id]) => !this.#leaving.has(id)));
    this.#asking.forgetUnlisted();
    this.lamps.follow(this.#listed);
    const alignment = { home, report, bridges: this.#bridges };
    together(() => {
      alignDevices(alignment, this.#listed);
      alignRooms(alignment, this.#listed);
      this.#online.alignAll();
    });
  }

  onOpened(bridge: Bridge): void {
    this.scenes.opened(bridge);
    this.held.opened(bridge);
    this.#online.opened(bridge);
    this.#asking.startAnew(bridge);
  }

  onReach(bridge: Bridge): void {
    this.#online.follow(bridge);
    if (bridge.trouble !== undefined || bridge.isStarting) {
      this.lamps.lose(bridge);
      this.#asking.startAnew(bridge);
    }
    this.#options.onSource(bridge);
    this.#options.context.together(() => this.#online.alignAll());
    this.#asking.askUnsure(bridge);
  }

  onLists(bridge: Bridge, are: "new" | "same"): void {
    if (are === "new") this.align();
    this.scenes.followNotes(bridge);
    this.held.followNotes();
    this.#options.onSource(bridge);
    this.#asking.askUnsure(bridge);
  }

  onInfo(bridge: Bridge): void {
    this.#options.onJoining();
    this.#options.onSource(bridge);
    // It says whether availability counts that was kept.
    this.#options.context.together(() => this.#online.alignAll());
  }

  onState(bridge: Bridge, device: DeviceEntry, told: Told): void {
    const { id: deviceId } = device;
    if (this.#listed.get(deviceId)?.bridge !== bridge) return;
    const { home, report } = this.#options.context;
    if (!told.isRemembered || !this.#asking.wasHeard(deviceId)) {
      for (const change of newsOf(home.devices.get(deviceId), told.values)) report(change);
    }
    for (const record of this.lamps.of(device.ieeeAddress)) this.#hearLamp(record, told);
    this.#asking.heard(bridge, device, told);
  }

  onAvailability(bridge: Bridge, device: DeviceEntry): void {
    const { id: deviceId } = device;
    if (this.#listed.get(deviceId)?.bridge !== bridge) return;
    this.#online.align(deviceId);
  }

  onAnnounced(bridge: Bridge, device: DeviceEntry): void {
    this.#asking.ask(bridge, [device]);
  }

  onRecall(bridge: Bridge, { number, members }: GroupEntry, sceneNumber: number): void {
    this.scenes.recalled(bridge, number, sceneNumber);
    this.#asking.askAfterRecall(bridge, members);
  }

  onSceneNote(bridge: Bridge, group: string, payload: Uint8Array): void {
    this.scenes.heardNote(bridge, group, payload);
  }

  onHeldNote(light: string, payload: Uint8Array): void {
    this.held.heard(idFrom(light), payload);
  }

  onShownNote(light: string, payload: Uint8Array): void {
    const lightId = idFrom<LightId>(light);
    this.#shown.heard(lightId, payload);
    const record = this.lamps.get(lightId);
    const state = record && !record.isOn ? { ...this.#shown.of(record), ...record.held } : {};
    if (Object.keys(state).length > 0) this.#options.context.report({ kind: "lightChanged", lightId, state });
  }

  /** A device that was not let go stays, and one that was not renamed is called as before; what others asked is theirs. */
  onRefusal(_bridge: Bridge, { request, error, transaction }: Refusal): void {
    if (!transaction || !isOurs(transaction)) return;
    const advice = request === "device/remove" ? ". If it does not answer: luxgate device remove … --force" : "";
    this.#options.problems.add(`bridge/request/${request}`, `${error}${advice}`);
    this.#leaving.refused(transaction);
    this.align();
  }

  #hearLamp(record: LampRecord, told: Told): void {
    const { home, report } = this.#options.context;
    const { lightId, freshness, isOn: wasOn } = record;
    const before = home.lights.get(lightId);
    const { state: said, problems } = record.hear(told);
    const { entry, bridge } = record.listed;
    // One that is off shows what it was wished since, and else how it was when it was turned off.
    const state = said.on === false ? { ...said, ...this.#shown.of(record), ...record.held } : said;
    if (state.on === true) this.held.release(record);
    if (before && wasOn && state.on === false && !told.isRemembered) this.#shown.note(record, before);
    for (const words of problems) this.#options.problems.add(entry.name, words);
    if (Object.keys(state).length === 0 || !before) return;
    report({ kind: "lightChanged", lightId, state });
    if (isOther(before, state, freshness)) this.scenes.changed(bridge, entry);
  }
}
