import type { ListedGateway } from "../../../shared/listed-gateway.ts";
import type { FleetProblem } from "./fleet-problem.ts";
import type { Member } from "./member.ts";
import type { FleetMirror } from "./mirror.ts";
import { memberProblems } from "./problems.ts";

/** What a gateway says of itself is shown to this length: it may say anything. */
const MOST_PROBLEMS = 3;
const MOST_LETTERS = 200;

const NAMES = new Intl.Collator("en", { numeric: true });

/** The states of a gateway that are told apart from its problems. */
const STATES: readonly FleetProblem["kind"][] = ["offline", "stopped", "never connected"];

/** The gateways that are in the fleet, by their names. */
export const listGateways = ({ members }: Pick<FleetMirror, "members">): readonly ListedGateway[] =>
  members
    .filter(({ name }) => name !== undefined)
    .map(listed)
    .sort((one, other) => NAMES.compare(one.name, other.name));

function listed(member: Member): ListedGateway {
  const { identity, name = member.id, presence, lit, isAway, takenAtMillis } = member;
  const state = stateOf(member);
  const problems = memberProblems(member).filter(({ kind }) => !STATES.includes(kind));
  return {
    id: identity?.resetId ?? null,
    name,
    state,
    since: isAway && takenAtMillis !== undefined ? new Date(takenAtMillis).toISOString() : null,
    version: presence?.version.slice(0, MOST_LETTERS) ?? null,
    lights: presence?.lights ?? 0,
    lit: isAway ? 0 : lit.size,
    troubles: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(({ description }) => description.slice(0, MOST_LETTERS)),
    waiting: isAway ? 0 : (presence?.pending ?? 0),
  };
}

function stateOf({ presence, isAway, takenAtMillis }: Member): ListedGateway["state"] {
  if (takenAtMillis === undefined) return "never connected";
  if (presence?.stopped) return "stopped";
  return isAway ? "offline" : "online";
}
