import type { ZclFrame } from "./zcl-frame.ts";

/** The clusters that the devices here obey, by the names that Zigbee2MQTT gives them. */
export const BASIC = 0x0000;
export const GROUPS = 0x0004;
export const SCENES = 0x0005;
export const ON_OFF = 0x0006;
export const LEVEL = 0x0008;
export const COLOUR = 0x0300;

type Field = readonly [name: string, size: 1 | 2];

interface Command {
  readonly name: string;
  readonly fields: readonly Field[];
}

const command = (name: string, ...fields: readonly Field[]): Command => ({ name, fields });
const group: Field = ["group", 2];
const scene: Field = ["scene", 1];
const level: Field = ["level", 1];
const transition: Field = ["transition", 2];

/** Commands of clusters: their number, their name, and the fields they begin with (ZCL §3). */
const COMMANDS: Readonly<Record<number, Readonly<Record<number, Command>>>> = {
  [GROUPS]: { 0: command("add", group), 3: command("remove", group), 4: command("removeAll") },
  [SCENES]: {
    0: command("add", group, scene, transition),
    2: command("remove", group, scene),
    3: command("removeAll", group),
    4: command("store", group, scene),
    5: command("recall", group, scene),
  },
  [ON_OFF]: { 0: command("off"), 1: command("on"), 2: command("toggle") },
  [LEVEL]: {
    0: command("moveToLevel", level, transition),
    4: command("moveToLevelWithOnOff", level, transition),
  },
  [COLOUR]: {
    6: command("moveToHueAndSaturation", ["hue", 1], ["saturation", 1], transition),
    7: command("moveToColor", ["x", 2], ["y", 2], transition),
    10: command("moveToColorTemp", ["mired", 2], transition),
    67: command("enhancedMoveToHueAndSaturation", ["hue", 2], ["saturation", 1], transition),
  },
};

const GLOBAL_COMMANDS: Readonly<Record<number, string>> = {
  0: "read",
  2: "write",
  6: "configReport",
  8: "readReportConfig",
  11: "defaultRsp",
};

const CLUSTERS: Readonly<Record<number, string>> = {
  [BASIC]: "genBasic",
  [GROUPS]: "genGroups",
  [SCENES]: "genScenes",
  [ON_OFF]: "genOnOff",
  [LEVEL]: "genLevelCtrl",
  [COLOUR]: "lightingColorCtrl",
};

/** What a frame means, in names; a number stands for what has none here. */
export interface Meaning {
  readonly cluster: string;
  readonly command: string;
  readonly fields: Readonly<Record<string, number>>;
}

export function meaningOf(cluster: number, frame: ZclFrame): Meaning {
  const name = CLUSTERS[cluster] ?? `${cluster}`;
  if (frame.isGlobal) {
    const fields = frame.command === 0 ? { attribute: frame.payload.readUInt16LE(0) } : {};
    return { cluster: name, command: GLOBAL_COMMANDS[frame.command] ?? `${frame.command}`, fields };
  }
  const known = COMMANDS[cluster]?.[frame.command];
  return {
    cluster: name,
    command: known?.name ?? `${frame.command}`,
    fields: known ? readFields(known.fields, frame.payload) : {},
  };
}

function readFields(fields: readonly Field[], payload: Buffer): Readonly<Record<string, number>> {
  let at = 0;
  const entries = fields.map(([name, size]) => {
    const value = payload.readUIntLE(at, size);
    at += size;
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}
