import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Access } from "./access/access.ts";
import { Pairing } from "./access/pairing.ts";
import { WaitingRequests } from "./access/waiting-requests.ts";
import { askForGateways } from "./fleet/ask-front.ts";
import { fetchFrom } from "./fleet/fetch-from.ts";
import { Fleet } from "./fleet/fleet.ts";
import { isFrontPage, rememberGateway } from "./fleet/last-gateway.ts";
import { Messages } from "./messages.ts";
import { Commander } from "./model/commander.ts";
import { HomeFollower } from "./model/follow-home.ts";
import { HomeModel } from "./model/home-model.ts";
import { Operator } from "./operator/operator.ts";
import { UnconfirmedLamps } from "./operator/unconfirmed-lamps.ts";
import type { OpenSheet } from "./parts/open-sheets.ts";
import { Preferences } from "./preferences.ts";
import { addressOf, followRoute, type ViewName } from "./route.ts";

/** All that views stand on. */
export interface PageParts {
  readonly model: HomeModel;
  readonly follower: HomeFollower;
  readonly access: Access;
  readonly pairing: Pairing;
  readonly commander: Commander;
  readonly operator: Operator;
  readonly unconfirmed: UnconfirmedLamps;
  readonly waitingRequests: WaitingRequests;
  readonly messages: Messages;
  readonly preferences: Preferences;
  readonly fleet: Fleet;
  readonly route: ReadonlySignal<ViewName>;
  /** The room that is open in the home. */
  readonly roomId: ReadonlySignal<string | undefined>;
  /** What the person looks for. */
  readonly search: Signal<string>;
  /** The lamp or sync box whose details are open. */
  readonly opened: Signal<OpenedLamp | OpenedSyncBox | undefined>;
  /** The dialogs that are open, each above the one before. */
  readonly sheets: Signal<readonly OpenSheet[]>;
}

export interface OpenedLamp {
  readonly lightId: string;
  readonly deviceId: string;
}

export interface OpenedSyncBox {
  readonly syncBoxId: string;
  readonly deviceId: string;
}

export function createParts(): PageParts {
  const messages = new Messages();
  const model = new HomeModel();
  const { view, gatewayId, roomId } = followRoute();
  const access = new Access(messages, fetchFrom(gatewayId));
  const pairing = new Pairing(access, messages);
  const operator = new Operator({
    key: () => (access.isOperator.peek() ? undefined : access.key),
    onSessionLost: () => access.loseSession(),
  });
  return {
    model,
    messages,
    access,
    pairing,
    follower: new HomeFollower(model, () => access.client),
    commander: new Commander({ model, access, pairing, messages }),
    operator,
    unconfirmed: new UnconfirmedLamps(() => operator.ask("light.freshness", { unconfirmed: true })),
    waitingRequests: new WaitingRequests(
      () => operator.ask("operator.requests", {}),
      ({ name }) => messages.say(`${name} asks to sign in as operator. Open Clients to decide.`),
    ),
    preferences: new Preferences(),
    fleet: new Fleet({
      isFront: isFrontPage(),
      gatewayId,
      ask: askForGateways(access),
      onMissing: () => {
        rememberGateway(undefined);
        messages.say("This gateway is not in the fleet. Choose another one.", "problem");
        location.replace(addressOf("gateways", undefined));
      },
    }),
    route: view,
    roomId,
    search: signal(""),
    opened: signal(undefined),
    sheets: signal([]),
  };
}

/** The one set of parts; there is no page without it. */
export const Parts = createContext<PageParts | undefined>(undefined);

export function useParts(): PageParts {
  const parts = useContext(Parts);
  if (!parts) throw new Error("This page is not complete. Reload it.");
  return parts;
}
