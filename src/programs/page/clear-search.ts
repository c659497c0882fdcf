import { useParts } from "./page-parts.ts";
import type { ViewName } from "./route.ts";

/** Whoever chooses a view that has a search wants all of it. */
export function useClearSearch(name: ViewName): () => void {
  const { search, fleet } = useParts();
  return () => {
    if (name === "home") search.value = "";
    if (name === "gateways") fleet.search.value = "";
  };
}
