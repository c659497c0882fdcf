import type { Fade } from "../../core/home/model/light.ts";
import type { MatterFabric, MatterWindow } from "./bridge.ts";
import type { ChosenIds } from "./lamps/chosen.ts";
import type { MatterLamp, MatterLampState } from "./lamps/matter-lamp.ts";

/** What the bridge's thread begins with. */
export interface NodeSettings {
  /** The database's path; `:memory:` to forget everything at the end. */
  readonly database: string;
  /** The gateway that the stored pairings must belong to. */
  readonly gatewayId: string;
  readonly port: number;
  readonly networkInterface: string | undefined;
  readonly vendorId: number;
  readonly productId: number;
  /** The gateway itself. */
  readonly name: string;
  readonly serialNumber: string;
  readonly version: string;
}

/** To the bridge's thread. */
export type MatterTask =
  | { readonly do: "open"; readonly settings: NodeSettings }
  /** All lamps that ecosystems see at first; the node goes online with them. */
  | { readonly do: "start"; readonly lamps: readonly MatterLamp[] }
  /** Lamps that are new or have changed, and those that are gone. */
  | { readonly do: "show"; readonly lamps: readonly MatterLamp[]; readonly gone: readonly string[] }
  /** A command was carried out, or was not: the lamp is as the home shows it now. */
  | { readonly do: "settle"; readonly lamp: MatterLamp | undefined; readonly id: string }
  /** Stores what names have chosen. */
  | { readonly do: "remember"; readonly chosen: ChosenIds }
  | { readonly do: "open-window"; readonly request: number }
  | { readonly do: "close-window"; readonly request: number }
  | { readonly do: "remove-fabric"; readonly request: number; readonly index: number }
  | { readonly do: "stop" };

/** What there is to say of the node. */
export interface NodeReport {
  readonly port: number;
  readonly fabrics: readonly MatterFabric[];
  readonly window: MatterWindow | undefined;
  /** The ecosystem that lets another one pair. */
  readonly openedBy: string | undefined;
  readonly sessions: number;
  readonly subscriptions: number;
  readonly refusedPasscodes: number;
}

/** One command of an ecosystem, whole. */
export interface LampCommand extends Fade {
  readonly id: string;
  readonly desired: Partial<MatterLampState>;
  /** What gave it, in words: "Apple Home". */
  readonly by: string;
}

/** What the node answers to what it is asked for. */
export type NodeAnswer =
  | MatterWindow
  | "full"
  | "open-by-ecosystem"
  | "closed"
  | "was-closed"
  | "removed"
  | "not-found";

/** From the bridge's thread. */
export type MatterNews =
  /** The lamps that have numbers already, in their order, and what names have chosen before. */
  | { readonly news: "opened"; readonly known: readonly string[]; readonly chosen: ChosenIds }
  /** Who was paired before; the node is not online yet. */
  | { readonly news: "paired"; readonly fabrics: readonly MatterFabric[] }
  | { readonly news: "online" }
  /** What was to be shown has been taken: the next may come. */
  | { readonly news: "shown" }
  | { readonly news: "not-shown"; readonly id: string }
  | { readonly news: "failed"; readonly why: string }
  /** The machine has a network that the node does not listen on. */
  | { readonly news: "new-network" }
  | { readonly news: "report"; readonly report: NodeReport }
  | ({ readonly news: "command" } & LampCommand)
  | {
      readonly news: "answer";
      readonly request: number;
      readonly answer: NodeAnswer | { readonly fault: string };
    }
  | { readonly news: "log"; readonly level: "info" | "warn" | "error"; readonly text: string };
