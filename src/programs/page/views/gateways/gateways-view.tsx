import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { ListedGateway } from "../../../../shared/listed-gateway.ts";
import { Locked } from "../../access/locked.tsx";
import { byHealth, healthOf, lightsWords, stateWords, summaryWords } from "../../fleet/health.ts";
import { matches } from "../../model/search.ts";
import { useParts } from "../../page-parts.ts";
import { addressOf } from "../../route.ts";
import { Problems } from "../devices/problems.tsx";
import { FoundLamps } from "./found-lamps.tsx";

/** How many rows are drawn in one frame: first those of the first screens, then the others. */
const ROWS_AT_ONCE = 60;
/** More are found by a search. */
const MOST_ROWS = 2_000;

/** Where somebody was who comes back from a gateway. */
const left = { drawn: ROWS_AT_ONCE, scrolled: 0 };

/** The gateways of a fleet, those with problems first; a touch opens one. */
export function GatewaysView() {
  const { fleet, access } = useParts();
  const { search } = fleet;
  const gateways = fleet.gateways.value;
  const found = byHealth((gateways ?? []).filter((gateway) => matches(search.value, textsOf(gateway))));
  const drawn = useGrowingCount(Math.min(found.length, MOST_ROWS));
  if (fleet.state.value === "locked") return <Locked title="Gateways" onPaired={() => fleet.again()} />;
  if (!gateways) return <p class="waiting">Loading the gateways …</p>;
  return (
    <div class="view">
      <div class="view-head">
        <h1>Gateways</h1>
        <p class="quiet">{summaryWords(gateways)}</p>
      </div>
      {access.isOperator.value && <Problems />}
      {found.length === 0 && <p class="waiting">No gateway is called “{search.value}”.</p>}
      <ul class="gateways">
        {found.slice(0, drawn).map((gateway) => (
          <li key={gateway.id ?? gateway.name}>
            <GatewayRow gateway={gateway} />
          </li>
        ))}
      </ul>
      {found.length > MOST_ROWS && (
        <p class="quiet">
          {MOST_ROWS} of {found.length} gateways are shown. Search to find the others.
        </p>
      )}
      <FoundLamps text={search.value} />
    </div>
  );
}

/** What a gateway is found by: also "not connected", a version, or a problem. */
const textsOf = (gateway: ListedGateway): readonly string[] => [
  gateway.name,
  gateway.version ?? "",
  stateWords(gateway),
  ...(gateway.problems ?? []),
];

/** A gateway that was never there has nothing to open. */
function GatewayRow({ gateway }: { readonly gateway: ListedGateway }) {
  const { id } = gateway;
  if (id === null) return <div class="gateway">{textOf(gateway)}</div>;
  return (
    <a class="gateway" href={addressOf("home", id)}>
      {textOf(gateway)}
    </a>
  );
}

function textOf(gateway: ListedGateway) {
  const { name, version, problems = [], waiting = 0 } = gateway;
  const [problem] = problems;
  const details = [problem, waiting > 0 ? `${waiting} changes not published yet` : undefined].filter(Boolean);
  return (
    <>
      <span class="health" data-health={healthOf(gateway)} />
      <span class="gateway-name">{name}</span>
      <span class="gateway-state" data-health={healthOf(gateway)}>
        {stateWords(gateway, Date.now())}
      </span>
      <span class="gateway-lights">{lightsWords(gateway)}</span>
      <span class="gateway-version">{version ?? ""}</span>
      {details.length > 0 && <span class="gateway-details">{details.join(" · ")}</span>}
    </>
  );
}

/** How many rows are drawn by now; as many as before where somebody comes back, so that the same ones are in sight. */
function useGrowingCount(all: number): number {
  const [drawn, setDrawn] = useState(left.drawn);
  useLayoutEffect(() => {
    if (drawn >= all) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + ROWS_AT_ONCE));
    return () => cancelAnimationFrame(frame);
  });
  left.drawn = drawn;
  useEffect(() => {
    scrollTo(0, left.scrolled);
    const note = () => {
      left.scrolled = scrollY;
    };
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  return drawn;
}
