import type { Static } from "typebox";
import type { Command } from "./command.ts";
import { CONDITION_COMMANDS } from "./commands/condition.ts";
import { DEVICE_COMMANDS } from "./commands/devices.ts";
import { EDIT_COMMANDS } from "./commands/edit-devices.ts";
import { GATEWAY_COMMANDS } from "./commands/gateway.ts";
import { HISTORY_COMMANDS } from "./commands/history.ts";
import { HOME_COMMANDS } from "./commands/home.ts";
import { JOINING_COMMANDS } from "./commands/join.ts";
import { KEY_COMMANDS } from "./commands/keys.ts";
import { MATTER_COMMANDS } from "./commands/matter.ts";
import { OPERATOR_COMMANDS } from "./commands/operators.ts";
import { PLAY_COMMANDS } from "./commands/play.ts";
import { ROOM_COMMANDS } from "./commands/rooms.ts";
import { SCENE_COMMANDS } from "./commands/scenes.ts";
import { SESSION_COMMANDS } from "./commands/sessions.ts";
import { SET_COMMANDS } from "./commands/set.ts";
import { SIMULATION_COMMANDS } from "./commands/simulation.ts";
import { TRAFFIC_COMMANDS } from "./commands/traffic.ts";

/** Everything that an operator can ask for. The gateway answers out of this table, and the command line asks by it. */
export const COMMANDS = {
  ...GATEWAY_COMMANDS,
  ...CONDITION_COMMANDS,
  ...DEVICE_COMMANDS,
  ...EDIT_COMMANDS,
  ...JOINING_COMMANDS,
  ...ROOM_COMMANDS,
  ...SCENE_COMMANDS,
  ...SET_COMMANDS,
  ...KEY_COMMANDS,
  ...SESSION_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...MATTER_COMMANDS,
  ...HOME_COMMANDS,
  ...HISTORY_COMMANDS,
  ...SIMULATION_COMMANDS,
  ...PLAY_COMMANDS,
  ...TRAFFIC_COMMANDS,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;
export type GivenTo<Name extends CommandName> = Static<(typeof COMMANDS)[Name]["given"]>;
export type NewsOf<Name extends CommandName> = Static<NonNullable<(typeof COMMANDS)[Name]["news"]>>;
export type ResultOf<Name extends CommandName> = Static<(typeof COMMANDS)[Name]["result"]>;
