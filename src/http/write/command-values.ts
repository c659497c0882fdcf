import type { Xy } from "../../home/model/colour.ts";
import { kelvin } from "../../present/wire/numbers.ts";

/** Usual clients send 1 and 0, others true and false. */
export const onFromWire = (on: boolean | number): boolean => on === true || on === 1;

/** 0 is as dim as it goes (G53). */
export const brightnessFromWire = (brightness: number): number => Math.max(1, brightness);

/** The nearest white that the interface has: clients work whites out of colours, and get any whole number (G52). */
export const kelvinFromWire = (white: number): number => kelvin(white);

/** A chart coordinate on the wire is a fraction of 65535 (G5). */
export const pointFromWire = ({ x, y }: Xy): Xy => ({ x: x / 65535, y: y / 65535 });
