import { useParts } from "../page-parts.ts";
import { addressOf } from "../route.ts";
import { healthOf, stateWords } from "./health.ts";

/** In the bar on top: which gateway is shown, and the way to another one. */
export function GatewayChoice() {
  const { fleet } = useParts();
  if (fleet.gatewayId.value === undefined) return null;
  const gateway = fleet.chosen.value;
  const name = gateway?.name ?? "Gateway";
  const words = gateway ? stateWords(gateway) : "";
  return (
    <a
      class="gateway-choice"
      href={addressOf("gateways", undefined)}
      aria-label={`${name}${words && `: ${words}`}. Choose another gateway`}
    >
      <span class="health" data-health={gateway ? healthOf(gateway) : undefined} />
      <span class="gateway-choice-name">{name}</span>
      <span aria-hidden="true">▾</span>
    </a>
  );
}

/** What is wrong with the gateway whose home is shown; nothing while all is well. */
export function GatewayTroubles() {
  const { fleet } = useParts();
  const gateway = fleet.gatewayId.value === undefined ? undefined : fleet.chosen.value;
  if (!gateway || healthOf(gateway) === "good") return null;
  const { name, state, problems = [] } = gateway;
  const control = state === "online" ? "" : " Its lamps cannot be controlled, and what you see may be out of date.";
  return (
    <div class="refusal gateway-troubles" role="status">
      <p>
        {name}: {stateWords(gateway)}.{control}
      </p>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}
