import { useParts } from "./page-parts.ts";
import type { ViewName } from "./route.ts";

/** The view that is drawn: where there is a choice of gateways and none is chosen, that is the list of them. */
export function useShownView(): ViewName {
  const { route, fleet } = useParts();
  const view = route.value;
  if (view !== "home" && view !== "gateways") return view;
  const isChosen = view === "home" && fleet.gatewayId.value !== undefined;
  return isChosen || !fleet.isFront || (fleet.state.value === "known" && !fleet.isMany.value) ? "home" : "gateways";
}
