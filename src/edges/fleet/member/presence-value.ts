import type { Home } from "../../../core/home/home.ts";
import type { Presence } from "../presence.ts";

/** What the presence of a gateway says of it, beside that it is there. */
interface PresenceFacts extends Omit<Presence, "name" | "lights" | "stopped"> {
  readonly home: Home;
  readonly isStopped: boolean;
}

const MOST_PROBLEMS = 20;

export function presenceValue({ home, isStopped, problems, ...facts }: PresenceFacts): string {
  const presence: Presence = {
    ...facts,
    name: home.gateway?.name ?? "",
    problems: problems.slice(0, MOST_PROBLEMS),
    lights: home.lights.all().length,
    ...(isStopped ? { stopped: true } : {}),
  };
  return JSON.stringify(presence);
}
