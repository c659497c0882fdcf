import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Access } from "./access/access.ts";
import { Pairing } from "./access/pairing.ts";
import { Messages } from "./messages.ts";
import { Commander } from "./model/commander.ts";
import { HomeFollower } from "./model/follow-home.ts";
import { HomeModel } from "./model/home-model.ts";
import { Operator } from "./operator/operator.ts";
import { UnconfirmedLamps } from "./operator/unconfirmed-lamps.ts";
import { Preferences } from "./preferences.ts";
import { followRoute, type ViewName } from "./route.ts";

/** All that views stand on. */
export interface PageParts {
  readonly model: HomeModel;
  readonly follower: HomeFollower;
  readonly access: Access;
  readonly pairing: Pairing;
  readonly commander: Commander;
  readonly operator: Operator;
  readonly unconfirmed: UnconfirmedLamps;
  readonly messages: Messages;
  readonly preferences: Preferences;
  readonly route: ReadonlySignal<ViewName>;
  /** What the person looks for. */
  readonly search: Signal<string>;
  /** The lamp whose details are open. */
  readonly opened: Signal<OpenedLamp | undefined>;
  /** How many dialogs are open, one above the other. */
  readonly sheets: Signal<number>;
}

export interface OpenedLamp {
  readonly lightId: string;
  readonly deviceId: string;
  readonly roomId: string;
}

export function createParts(): PageParts {
  const messages = new Messages();
  const model = new HomeModel();
  const access = new Access(messages);
  const pairing = new Pairing(access, messages);
  const operator = new Operator(() => access.loseSession());
  return {
    model,
    messages,
    access,
    pairing,
    follower: new HomeFollower(model, () => access.client),
    commander: new Commander({ model, access, pairing, messages }),
    operator,
    unconfirmed: new UnconfirmedLamps(() => operator.ask("light.freshness", { unconfirmed: true })),
    preferences: new Preferences(),
    route: followRoute(),
    search: signal(""),
    opened: signal(undefined),
    sheets: signal(0),
  };
}

/** The one set of parts; there is no page without it. */
export const Parts = createContext<PageParts | undefined>(undefined);

export function useParts(): PageParts {
  const parts = useContext(Parts);
  if (!parts) throw new Error("No parts of the page are provided.");
  return parts;
}
