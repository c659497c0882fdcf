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
  const strangers = members.filter((member) => member.name === undefined && hasEntries(member));
  const enrolled = members.filter(({ name }) => name !== undefined);
  return [
    ...enrolled.flatMap((member) => inFleet(member, leftOver)),
    ...(enrolled.length === 0 && strangers.length > 0 ? [noneRegistered(strangers.length)] : strangers.map(stranger)),
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

/** Whether anything of it is there. */
const hasEntries = ({ keys, presence }: Member): boolean => keys.size > 0 || presence !== undefined;

/** Who is connected has valid credentials: it was not removed, but the fleet has lost it. */
function stranger(member: Member): FleetProblem {
  const { keys, id, isAway } = member;
  const remove = `luxgate fleet remove ${id}`;
  if (isAway) {
    const left = counted(keys.size, "entry");
    return about(member, "removed", `is not in the fleet, but has ${left} there. Delete with: ${remove}`);
  }
  return about(member, "not registered", `is connected, but the fleet has lost its registration. ${RESTORE}`);
}

const RESTORE = "Restore a backup that has it: luxgate fleet restore <file>";

/** As after a set-up of servers that have lost their data. */
const noneRegistered = (count: number): FleetProblem => ({
  kind: "not registered",
  gateways: [],
  description:
    `no gateway is registered, but there are entries of ${counted(count, "gateway")}. ` +
    "If the servers lost their data, restore a backup: luxgate fleet restore <file>",
  sinceMillis: undefined,
});
