import { replayChanges } from "../../src/core/home/changes/replay-changes.ts";
import type { HomeContents } from "../../src/core/home/model/contents.ts";
import { changesFor } from "../../src/edges/home-file/build.ts";
import { generatedHomeFile } from "../generated-home.ts";

/** The home of one gateway of a fleet: no other gateway has a lamp or a room of it. */
export function fleetHome(number: number, lights: number): HomeContents {
  const hex = number.toString(16).padStart(12, "0").toUpperCase();
  const identity = {
    mac: `02${hex.slice(2)}`.match(/../g)?.join(":") ?? "",
    resetId: `AAAAAAAA-0000-4000-8000-${hex}`,
  };
  const file = { gateway: { name: `Gateway ${number}` }, ...generatedHomeFile(lights, `${number}.`) };
  return replayChanges(changesFor(file, { version: "0.0.0", pictureAt: () => null }), identity);
}
