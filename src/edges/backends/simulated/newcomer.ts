import type { Device } from "../../../core/home/model/device.ts";
import { deviceJoined } from "../../home-file/build-device.ts";
import type { ActualState } from "./actual-state.ts";

/** The products that join, in turn: the number of a device gives its product, on every start. */
const PRODUCTS = [
  "colour bulb",
  "light strip",
  "white bulb",
  "dimmable bulb",
  "spot",
  "bar lamp",
  "ceiling lamp",
  "rgb strip",
  "switched lamp",
] as const;

const SERIAL_DIGITS = 4;

/** A new lamp, with a serial number and a name that no other device has. */
export function newcomerBeside(others: readonly Device[]): ActualState {
  const serials = new Set(others.map(({ serialNumber }) => serialNumber.toUpperCase()));
  const names = new Set(others.map(({ name }) => name.toLowerCase()));
  const number = firstNumber((candidate) => !serials.has(serialOf(candidate)));
  const product = PRODUCTS[(number - 1) % PRODUCTS.length] ?? PRODUCTS[0];
  const nameOf = (candidate: number): string => `${product[0]?.toUpperCase()}${product.slice(1)} ${candidate}`;
  const name = nameOf(firstNumber((candidate) => !names.has(nameOf(candidate).toLowerCase())));
  const entry = { name, product, serial: serialOf(number), admitted: false };
  return deviceJoined(entry, { roomName: undefined, areaId: null });
}

const serialOf = (number: number): string => `SIM-${String(number).padStart(SERIAL_DIGITS, "0")}`;

function firstNumber(isFree: (candidate: number) => boolean): number {
  let candidate = 1;
  while (!isFree(candidate)) candidate += 1;
  return candidate;
}
