import { type ReadonlySignal, signal } from "@preact/signals";

const VIEW_NAMES = ["home", "devices", "clients", "traffic", "faults", "about"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The view that a hash names, such as `#/devices`. */
const viewIn = (hash: string): ViewName => VIEW_NAMES.find((name) => hash === `#/${name}`) ?? "home";

/** The view that the address names. */
export function followRoute(): ReadonlySignal<ViewName> {
  const route = signal(viewIn(location.hash));
  addEventListener("hashchange", () => {
    route.value = viewIn(location.hash);
    scrollTo(0, 0);
  });
  return route;
}
