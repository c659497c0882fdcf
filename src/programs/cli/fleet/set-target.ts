import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Refused } from "../../../edges/control/command.ts";
import { namedBy } from "../../../edges/control/words/named-by.ts";
import { quoted } from "../../../edges/control/words/quoted.ts";
import { findSetTarget } from "../../../edges/control/words/set-command.ts";
import { nameOf } from "../../../edges/fleet/front/fleet-problem.ts";
import type { Member } from "../../../edges/fleet/front/member.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { localTime } from "../terminal/local-time.ts";
import type { FleetSnapshot } from "./read-fleet.ts";

/** What `luxgate fleet set` is for, and the gateways that have it. */
export type FleetTarget = ({ readonly device: Device } | { readonly room: Room }) & {
  readonly gateways: readonly Member[];
};

/** More would help nobody. */
const MOST_NAMED = 5;

/** A device or a room that one gateway has, or gateways have in common; or all lamps. Namesakes elsewhere are a fault. */
export function targetIn(home: Home, { mirror }: FleetSnapshot, words: string): FleetTarget {
  const found = findSetTarget(home, words);
  const isCalledSo = namedBy(words);
  if ("refused" in found) {
    const namesakes = home.devices.all().filter(isCalledSo);
    throw new CommandFault([...linesOf(found), ...choiceOf(namesakes.map(({ id }) => mirror.waysTo("devices", id)))]);
  }
  if ("device" in found) return { ...found, gateways: reached(mirror.waysTo("devices", found.device.id), words) };
  const { room } = found;
  if (room.kind !== "normal") return { room, gateways: mirror.members.filter(({ name }) => name !== undefined) };
  const namesakes = home.rooms.all().filter((other) => other.id === room.id || isCalledSo(other));
  const ways = namesakes.map(({ id }) => mirror.waysTo("rooms", id));
  if (namesakes.length > 1 && room.id !== words) {
    throw new CommandFault([
      `${quoted(words)} is the name of ${counted(namesakes.length, "room")}.`,
      ...choiceOf(ways),
    ]);
  }
  return { room, gateways: reached(mirror.waysTo("rooms", room.id), words) };
}

/** What was found, or a fault with the reasons. */
export function orFault<Found extends object>(outcome: Found | Refused): Found {
  if ("refused" in outcome) throw new CommandFault(linesOf(outcome));
  return outcome;
}

/** Lists of one gateway are elsewhere than those of a fleet. */
const linesOf = ({ refused }: Refused): readonly string[] =>
  refused.map((line) =>
    printable(line)
      .replace("with: luxgate devices", "with: luxgate fleet devices")
      .replace(/^No device is called/, "No device or room is called"),
  );

const byName = new Intl.Collator("en", { numeric: true }).compare;

function choiceOf(ways: readonly (readonly Member[])[]): readonly string[] {
  const names = [...new Set(ways.flat().map(nameOf))].sort(byName);
  if (names.length < 2) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  const some = names.slice(0, MOST_NAMED).map(quoted).join(", ");
  return [printable(`Choose a gateway with --gateway. These have one: ${some}${more}.`)];
}

function reached(gateways: readonly Member[], words: string): readonly Member[] {
  if (gateways.some(({ isAway }) => !isAway)) return gateways;
  const [first] = gateways;
  const at = first?.takenAtMillis === undefined ? "" : `; last contact ${contact(first.takenAtMillis)}`;
  const names = gateways.map((gateway) => quoted(nameOf(gateway))).join(" and ");
  const are = gateways.length === 1 ? "is" : "are";
  throw new CommandFault([
    printable(`${quoted(words)} is at ${names}, which ${are} not connected${at}. Nothing was changed.`),
  ]);
}

const contact = (millis: number): string => localTime(new Date(millis).toISOString());
