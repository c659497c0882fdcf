import type { Happening } from "../../backends/simulated/happening.ts";
import type { DeviceId } from "../../home/ids.ts";
import { type Outcome, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { findDevice, folded } from "../words/find.ts";
import { happeningWords } from "../words/happening-words.ts";

export const NOT_SIMULATED = "The devices of this gateway are real: nothing can be simulated.";

/** Makes something happen to simulated devices; tells what, in a sentence. */
export function makeHappen(
  { gateway: { home }, simulation }: Controls,
  happening: Happening,
): Outcome<{ words: string }> {
  const outcome = simulation?.happen(happening);
  switch (outcome) {
    case undefined:
      return refused(NOT_SIMULATED);
    case "done":
      return { result: { words: happeningWords(home, happening) } };
    case "not-found":
      return refused("There is no such device in the simulation.");
    case "not-allowed":
      return refused(
        "That cannot happen to this device: it is the gateway itself, or has nothing that could be switched.",
      );
    default:
      return outcome satisfies never;
  }
}

export function makeHappenTo(
  controls: Controls,
  words: string,
  happening: (deviceId: DeviceId) => Happening,
): Outcome<{ words: string }> {
  const device = findDevice(controls.gateway.home, words);
  return "found" in device ? makeHappen(controls, happening(device.found.id)) : device;
}

/** "all" stands for every device. */
export function makeHappenToAny(
  controls: Controls,
  words: string,
  happening: (deviceId: DeviceId | "all") => Happening,
): Outcome<{ words: string }> {
  return folded(words) === "all" ? makeHappen(controls, happening("all")) : makeHappenTo(controls, words, happening);
}
