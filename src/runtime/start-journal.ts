import type { Gateway } from "../core/gateway/gateway.ts";
import type { ChangeNotification } from "../core/home/changes/change-notification.ts";
import { WireEvents } from "../core/present/events/events.ts";
import { Journal } from "../core/present/events/journal.ts";
import type { Clock } from "../shared/clock.ts";
import type { Steps } from "../shared/steps.ts";

/** Ids go on rising after a restart: they begin with the time, in a unit in which no gateway has so many events. */
export const startOfIds = (today: Date): number => today.getTime() * 1000;

/** Records the events of a gateway from now on, those of a change of many resources in parts. */
export function startJournal(gateway: Gateway, clock: Clock, firstId: number): Journal {
  const journal = new Journal(firstId, undefined, () => gateway.areWatchersBehind);
  const events = new WireEvents(gateway.home);
  const recordInParts = function* (notification: ChangeNotification): Steps<void> {
    for (const part of events.inParts(notification)) {
      journal.append(part);
      yield;
    }
  };
  gateway.watchRoundsInSteps((round) => {
    const [first] = round;
    if (first?.isLarge) return recordInParts(first);
    journal.append(events.of(round));
    if (events.isDue && round.some(({ part }) => part === "last")) clock.after(0, () => journal.append(events.due()));
    return undefined;
  });
  return journal;
}
