import type { CommandName } from "./commands.ts";

/** What clients with a key may do as well, where `--allow-editing` is set: make rooms and scenes, put devices into them, name them. */
export const EDITING_COMMANDS: ReadonlySet<string> = new Set<CommandName>([
  "room.list",
  "room.add",
  "room.rename",
  "room.set-type",
  "room.order",
  "room.remove",
  "scene.list",
  "scene.add",
  "scene.save",
  "scene.rename",
  "scene.order",
  "scene.remove",
  "device.move",
  "device.edit-each",
]);
