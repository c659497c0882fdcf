import { batch, type ReadonlySignal, signal } from "@preact/signals";

const VIEW_NAMES = ["gateways", "home", "devices", "history", "clients", "traffic", "faults", "api", "about"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** What the address names. */
interface Route {
  readonly view: ReadonlySignal<ViewName>;
  /** The gateway of a fleet that was chosen, by its id among the bridges. */
  readonly gatewayId: ReadonlySignal<string | undefined>;
  /** The room of the home that is open. */
  readonly roomId: ReadonlySignal<string | undefined>;
}

interface Place {
  readonly view: ViewName;
  readonly gatewayId: string | undefined;
  readonly roomId: string | undefined;
}

/** Such as `#/devices?text=hall` and `#/home/<room>`, or `#/gateway/<id>/home` where a gateway of a fleet was chosen. */
const PATTERN = /^#(?:\/gateway\/([0-9A-F-]{36}))?(?:\/(\w+)(?:\/([0-9A-F-]{36}))?)?(?:\?.*)?$/i;

export function placeIn(hash: string): Place {
  const [, gatewayId, word, roomId] = PATTERN.exec(hash) ?? [];
  const view = VIEW_NAMES.find((name) => name === word) ?? "home";
  return {
    view,
    gatewayId: gatewayId?.toUpperCase(),
    roomId: word === "home" ? roomId?.toUpperCase() : undefined,
  };
}

export const addressOf = (view: ViewName, gatewayId: string | undefined): string =>
  gatewayId === undefined || view === "gateways" ? `#/${view}` : `#/gateway/${gatewayId}/${view}`;

/** Of one room of the home. */
export const roomAddressOf = (roomId: string, gatewayId: string | undefined): string =>
  `${addressOf("home", gatewayId)}/${roomId}`;

export function followRoute(): Route {
  const first = placeIn(location.hash);
  const view = signal(first.view);
  const gatewayId = signal(first.gatewayId);
  const roomId = signal(first.roomId);
  // The browser would scroll before what it scrolls to is drawn.
  history.scrollRestoration = "manual";
  const heights = new Map<string, number>();
  addEventListener("hashchange", ({ oldURL }) => {
    heights.set(new URL(oldURL).hash, scrollY);
    const place = placeIn(location.hash);
    batch(() => {
      view.value = place.view;
      gatewayId.value = place.gatewayId;
      roomId.value = place.roomId;
    });
    // Who comes back from a room finds the rooms as they were left; whatever else is opened begins at its top.
    const isFromRoom = placeIn(new URL(oldURL).hash).roomId !== undefined && place.roomId === undefined;
    const height = isFromRoom ? heights.get(location.hash) : undefined;
    requestAnimationFrame(() => scrollTo(0, height ?? 0));
  });
  return { view, gatewayId, roomId };
}
