import type { CommandName } from "./commands.ts";

/** What operators can ask a front of a fleet for: all else is a matter of the gateway that has the devices. */
export const FRONT_COMMANDS: ReadonlySet<string> = new Set<CommandName>([
  "status",
  "problem.list",
  "press",
  "key.list",
  "key.revoke",
  "sessions",
  "session.end",
  "operator.requests",
  "operator.allow",
  "operator.deny",
  "device.list",
  "room.list",
  "scene.list",
  "light.freshness",
  "traffic",
]);
