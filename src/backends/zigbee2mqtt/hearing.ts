import { type DeviceId, idFrom, type LightId } from "../../home/ids.ts";
import type { BackendContext } from "../backend.ts";
import { alignDevices, isBehindBridges, type Listed, listedBy } from "./align-devices.ts";
import { alignRooms } from "./align-rooms.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { BridgeListener, Told } from "./bridge/bridge-listener.ts";
import type { Refusal } from "./bridge/bridge-words.ts";
import type { DeviceEntry } from "./bridge/device-entry.ts";
import type { GroupEntry } from "./bridge/group-list.ts";
import { Confirming } from "./confirming.ts";
import { newsOf } from "./device-news.ts";
import { HeldWishes } from "./held-wishes.ts";
import { isOurs } from "./ids.ts";
import { isOther } from "./is-other.ts";
import type { LampRecord } from "./lamp-record.ts";
import { Lamps } from "./lamps.ts";
import { Leaving } from "./leaving.ts";
import { Presence } from "./presence.ts";
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
  readonly #presence: Presence;
  readonly #fromBefore: ReadonlySet<DeviceId>;
  readonly #bridges: Bridge[] = [];
  readonly #confirming = new Map<Bridge, Confirming>();
  /** Whom each bridge's devices were asked of since it was there: every list is no reason to ask again. */
  readonly #asked = new Map<Bridge, Set<DeviceId>>();
  /** Devices that said something themselves: what a broker keeps of them is older. */
  readonly #heard = new Set<DeviceId>();
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
    this.#fromBefore = new Set(home.devices.all().map(({ id }) => id));
    this.#presence = new Presence({
      clock,
      onOther: () => this.#options.context.together(() => this.#alignOnline()),
    });
  }

  add(bridge: Bridge): void {
    this.#bridges.push(bridge);
    const { home, clock } = this.#options.context;
    const isOnline = ({ id }: DeviceEntry) => home.devices.get(id)?.online === true;
    this.#confirming.set(bridge, new Confirming({ bridge, lamps: this.lamps, clock, isOnline }));
    this.#presence.follow(bridge);
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
    this.lamps.follow(this.#listed);
    const alignment = { home, report, bridges: this.#bridges };
    together(() => {
      alignDevices(alignment, this.#listed);
      alignRooms(alignment, this.#listed);
      this.#alignOnline();
    });
  }

  onOpened(bridge: Bridge): void {
    this.scenes.opened(bridge);
    this.held.opened(bridge);
    this.#presence.opened(bridge);
    this.#asked.delete(bridge);
  }

  onReach(bridge: Bridge): void {
    this.#presence.follow(bridge);
    if (bridge.trouble !== undefined || bridge.isStarting) {
      this.lamps.lose(bridge);
      this.#confirming.get(bridge)?.callOff();
      this.#asked.delete(bridge);
    }
    this.#options.onSource(bridge);
    this.#options.context.together(() => this.#alignOnline());
    this.#ask(bridge);
  }

  onLists(bridge: Bridge, are: "new" | "same"): void {
    if (are === "new") this.align();
    this.scenes.followNotes(bridge);
    this.held.followNotes();
    this.#options.onSource(bridge);
    this.#ask(bridge);
  }

  onInfo(bridge: Bridge): void {
    this.#options.onJoining();
    this.#options.onSource(bridge);
  }

  onState(bridge: Bridge, device: DeviceEntry, told: Told): void {
    const { id: deviceId } = device;
    if (this.#listed.get(deviceId)?.bridge !== bridge) return;
    const { home, report } = this.#options.context;
    if (!told.isRemembered || !this.#heard.has(deviceId)) {
      for (const change of newsOf(home.devices.get(deviceId), told.values)) report(change);
    }
    if (!told.isRemembered) this.#heard.add(deviceId);
    for (const record of this.lamps.of(device.ieeeAddress)) this.#hearLamp(record, told);
    if (!told.isRemembered) this.#confirming.get(bridge)?.heard(device, told.values);
  }

  onAvailability(bridge: Bridge, device: DeviceEntry): void {
    const { id: deviceId } = device;
    if (this.#listed.get(deviceId)?.bridge !== bridge) return;
    this.#alignOnlineOf(deviceId);
  }

  onAnnounced(bridge: Bridge, device: DeviceEntry): void {
    this.#confirming.get(bridge)?.ask([device]);
  }

  onRecall(bridge: Bridge, group: GroupEntry, sceneNumber: number): void {
    this.scenes.recalled(bridge, group.number, sceneNumber);
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

  /** Every device that may be reached is asked what it shows. */
  #ask(bridge: Bridge): void {
    if (bridge.trouble !== undefined || bridge.isStarting) return;
    const asked = this.#asked.get(bridge) ?? new Set();
    this.#asked.set(bridge, asked);
    const own = [...this.#listed.values()].filter((listed) => listed.bridge === bridge).map(({ entry }) => entry);
    const isUnsure = ({ ieeeAddress }: DeviceEntry) =>
      this.lamps.of(ieeeAddress).some(({ freshness }) => freshness.on !== "confirmed");
    const unasked = own.filter((entry) => !asked.has(entry.id) && isUnsure(entry));
    for (const { id } of unasked) asked.add(id);
    this.#confirming.get(bridge)?.ask(unasked);
  }

  #alignOnline(): void {
    for (const deviceId of this.#listed.keys()) this.#alignOnlineOf(deviceId);
    // Those that are remembered, and are behind none of the bridges that listed all, cannot be reached when the others are away.
    if (this.#bridges.some((bridge) => !bridge.devices?.isWhole && !this.#presence.isAway(bridge))) return;
    const { home, report } = this.#options.context;
    for (const device of home.devices.all()) {
      const { id: deviceId, online } = device;
      const isRemembered = isBehindBridges(device) && !this.#listed.has(deviceId);
      if (online && isRemembered) report({ kind: "deviceReached", deviceId, online: false });
    }
  }

  #alignOnlineOf(deviceId: DeviceId): void {
    const { home, report } = this.#options.context;
    const listed = this.#listed.get(deviceId);
    const device = home.devices.get(deviceId);
    if (!listed || !device) return;
    // One that could not be reached before may be so still: whether it can is about to be heard.
    const { bridge, entry } = listed;
    if (!device.online && this.#fromBefore.has(deviceId) && this.#presence.isTooSoon(bridge, entry)) return;
    const online = this.#presence.isOnline(bridge, entry);
    if (device.online === online) return;
    report({ kind: "deviceReached", deviceId, online });
    if (online && bridge.trouble === undefined && !bridge.isStarting) this.#confirming.get(bridge)?.ask([entry]);
  }
}
