import { useRef } from "preact/hooks";
import { OperatorEntry } from "./access/for-operators.tsx";
import { RequestCount } from "./access/request-count.tsx";
import { useClearSearch } from "./clear-search.ts";
import type { Fleet } from "./fleet/fleet.ts";
import { useParts } from "./page-parts.ts";
import { Icon } from "./parts/icon.tsx";
import { addressOf, type ViewName } from "./route.ts";
import { useShownView } from "./shown-view.ts";
import { VIEWS } from "./views.ts";

/** The links to the views. An operator has more of them than fit side by side on a phone. */
export function Navigation() {
  const { access, fleet } = useParts();
  const shown = useShownView();
  const isOperator = access.isOperator.value;
  const offered = (Object.keys(VIEWS) as ViewName[]).filter((name) => isOffered(name, { fleet, isOperator }));
  // None before it is known which, so that none moves.
  const views = access.isKnown.value ? offered : [];
  return (
    <nav class="views" aria-label="Views">
      {views
        .filter((name) => !isOperator || !VIEWS[name].isSeldom)
        .map((name) => (
          <ViewLink key={name} name={name} />
        ))}
      {isOperator && <MoreViews names={views.filter((name) => VIEWS[name].isSeldom)} />}
      {access.isKnown.value && !isOperator && <OperatorEntry isOpen={!VIEWS[shown].isForAll} />}
    </nav>
  );
}

/** Views behind a button where the bar is narrow; where there is room, they stand among the others. */
function MoreViews({ names }: { readonly names: readonly ViewName[] }) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useShownView();
  return (
    <>
      <button type="button" class="more-button" popovertarget="more-views" data-current={names.includes(shown)}>
        <Icon name="more" />
        <span>More</span>
      </button>
      <div ref={list} id="more-views" class="more-views" popover="auto">
        {names.map((name) => (
          <ViewLink key={name} name={name} onFollow={() => list.current?.hidePopover()} />
        ))}
      </div>
    </>
  );
}

interface ViewLinkProps {
  readonly name: ViewName;
  readonly onFollow?: () => void;
}

function ViewLink({ name, onFollow }: ViewLinkProps) {
  const { fleet } = useParts();
  const clearSearch = useClearSearch(name);
  const isOpen = useShownView() === name;
  const { label, icon } = VIEWS[name];
  return (
    <a
      href={addressOf(name, fleet.gatewayId.value)}
      aria-current={isOpen ? "page" : undefined}
      onClick={() => {
        clearSearch();
        onFollow?.();
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {name === "clients" && <RequestCount />}
    </a>
  );
}

/** At a front with a choice of gateways, there is a home only once one is chosen. */
function isOffered(
  name: ViewName,
  { fleet, isOperator }: { readonly fleet: Fleet; readonly isOperator: boolean },
): boolean {
  const { isForAll, at } = VIEWS[name];
  if (name === "gateways") return fleet.isMany.value;
  if (name === "home") return !fleet.isMany.value || fleet.gatewayId.value !== undefined;
  return (isForAll || isOperator) && (at === "both" || !fleet.isFront);
}
