import type { FreshnessView, Known } from "../../../edges/control/views/condition-view.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["NAME", "ROOM", "ON", "BRIGHTNESS", "COLOUR"];

/** How well each thing is known that lamps show, for people. */
export const freshnessTable = (lights: readonly FreshnessView[]): string => table(HEADINGS, lights.map(row));

const row = ({ name, room, on, brightness, colour }: FreshnessView): readonly string[] => [
  name,
  room ?? "-",
  describe(on),
  describe(brightness),
  describe(colour),
];

const describe = (value: Known | null): string => (value ? `${value.shown} ${value.known}` : "-");
