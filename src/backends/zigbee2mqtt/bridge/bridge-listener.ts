import type { Steps } from "../../../shared/steps.ts";
import type { JsonObject } from "../json-values.ts";
import type { Bridge } from "./bridge.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import type { GroupEntry } from "./protocol/group-list.ts";
import type { PeerState } from "./protocol/peer-state.ts";

/** What was said of a device: some of its state, or all. */
export interface StateReport {
  readonly values: JsonObject;
  /** It was said before we listened, and kept by the broker. */
  readonly isRetained: boolean;
  /** It was so before: the broker kept it, or Zigbee2MQTT has just come and says what it remembers. */
  readonly isRemembered: boolean;
}

/** Who is told what a bridge brings. */
export interface BridgeListener {
  /** All that is kept is said anew. */
  onOpened(bridge: Bridge): void;
  /** It can be reached, or no longer; it runs, or no longer. */
  onReach(bridge: Bridge): Steps<void>;
  /** Its devices or groups are listed, perhaps as they were. */
  onLists(bridge: Bridge, are: "new" | "same"): Steps<void>;
  onInfo(bridge: Bridge): Steps<void>;
  onState(bridge: Bridge, device: DeviceEntry, told: StateReport): void;
  onAvailability(bridge: Bridge, device: DeviceEntry): void;
  /** A device has its power again. */
  onAnnounced(bridge: Bridge, device: DeviceEntry): void;
  /** A group was told to show a scene, by whomever. */
  onRecall(bridge: Bridge, group: GroupEntry, sceneNumber: number): void;
  /** Gateways left it, this one too; or took it away. */
  onNote(bridge: Bridge, note: PeerState): void;
}
