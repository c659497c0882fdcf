import type { CommandName } from "./commands.ts";

/** Commands whose answers grow with the home, and that are done with their answer. */
export const LARGE_ANSWERS: ReadonlySet<string> = new Set<CommandName>([
  "device.list",
  "light.freshness",
  "room.list",
  "room.order",
  "scene.list",
  "scene.order",
  "home.export",
  "home.backup",
]);
