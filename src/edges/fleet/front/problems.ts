import { Type } from "typebox";
import { quotedName } from "../../../core/home/model/name.ts";
import { counted } from "../../../shared/counted.ts";
import { keysEntryFrom } from "../keys-entries.ts";
import { collisionProblems } from "./collisions.ts";
import { about, type FleetProblem, nameOf } from "./fleet-problem.ts";
import type { Member } from "./member.ts";
import type { FleetMirror } from "./mirror.ts";

/** More would help nobody. */
const MOST_NAMED = 3;

/** Everything that is wrong with the gateways of a fleet, those in the order of their names. */
export function problemsOf(mirror: FleetMirror): readonly FleetProblem[] {
  const leftOver = mirror.leftOver();
  const members = mirror.members.toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other), "en", { numeric: true }),
  );
  return [
    ...members.flatMap((member) => (member.name === undefined ? removed(member) : inFleet(member, leftOver))),
    ...collisionProblems(mirror),
  ];
}

function inFleet(member: Member, leftOver: ReadonlyMap<Member, number>): readonly FleetProblem[] {
  return [...memberProblems(member), ...remains(member, leftOver)];
}

/** Of one gateway alone, as far as that is known without a look at every entry. */
export const memberProblems = (member: Member): readonly FleetProblem[] => [
  ...absence(member),
  ...conflict(member),
  ...own(member),
  ...unclear(member),
];

function absence(member: Member): readonly FleetProblem[] {
  const { presence, isAway, takenAtMillis } = member;
  if (!presence) {
    // What was put instead of a presence is a problem of its own.
    if (takenAtMillis !== undefined) return [];
    return [about(member, "never connected", "has never connected to the fleet")];
  }
  if (presence.stopped) return [about(member, "stopped", "was stopped", takenAtMillis)];
  return isAway ? [about(member, "offline", "is not connected", takenAtMillis)] : [];
}

const Conflict = Type.Object({ at: Type.String({ maxLength: 64 }), host: Type.String({ maxLength: 256 }) });

function conflict(member: Member): readonly FleetProblem[] {
  if (member.conflict === undefined) return [];
  const { at, host } = keysEntryFrom(Conflict, member.conflict.text) ?? {};
  const where = host === undefined ? "" : ` on host ${quotedName(host)}`;
  const atMillis = at === undefined ? Number.NaN : Date.parse(at);
  const since = Number.isNaN(atMillis) ? undefined : atMillis;
  const description = `a second gateway${where} uses the same credentials and is refused`;
  return [about(member, "conflict", description, since)];
}

/** What a gateway says of itself is of no interest once it is away. */
function own(member: Member): readonly FleetProblem[] {
  if (member.isAway) return [];
  return (member.presence?.problems ?? []).map((words) => about(member, "gateway", words));
}

function unclear(member: Member): readonly FleetProblem[] {
  const { size } = member.violations;
  if (size === 0) return [];
  const words = [...member.violations.values()].slice(0, MOST_NAMED).join("; ");
  const more = size > MOST_NAMED ? `; and ${size - MOST_NAMED} more` : "";
  return [about(member, "not understood", `${counted(size, "entry")} not understood: ${words}${more}`)];
}

/** A gateway that publishes everything again has not come to all of it yet. */
function remains(member: Member, leftOver: ReadonlyMap<Member, number>): readonly FleetProblem[] {
  const count = leftOver.get(member) ?? 0;
  if (count === 0 || !member.presence || member.presence.pending > 0) return [];
  const description = `${counted(count, "entry")} left over from before its data folder was replaced; not shown`;
  return [about(member, "left over", description)];
}

function removed(member: Member): readonly FleetProblem[] {
  const { keys, presence, id } = member;
  if (keys.size === 0 && !presence) return [];
  const left = counted(keys.size, "entry");
  const description = `is not in the fleet, but has ${left} there. Delete with: luxgate fleet remove ${id}`;
  return [about(member, "removed", description)];
}
