import type { Home } from "../../../core/home/home.ts";
import type { DeviceId } from "../../../core/home/model/ids.ts";
import { folded } from "../../../core/home/model/name.ts";
import { isGateway } from "../../../core/home/model/product.ts";
import type { Happening } from "../../backends/simulated/happening.ts";
import { type Outcome, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { describeHappening } from "../words/describe-happening.ts";
import { findDevice } from "../words/find.ts";
import { describeProduct } from "../words/other-kinds.ts";
import { quoted } from "../words/quoted.ts";

export const NOT_SIMULATED = "This gateway has real devices, so it cannot simulate anything.";

/** Makes something happen to simulated devices; tells what, in a sentence, and the trail by whom. */
export function makeHappen(
  { gateway: { home, trail }, simulation, by }: Controls,
  happening: Happening,
): Outcome<{ words: string }> {
  const words = describeHappening(home, happening);
  const outcome = simulation?.happen(happening);
  switch (outcome) {
    case undefined:
      return refused(NOT_SIMULATED);
    case "done":
      trail.note({ by, did: `simulated: ${withinSentence(words)}`, devices: devicesOf(happening), outcome: "done" });
      return { result: { words } };
    case "not-found":
      return refused("The simulation does not have this device.");
    case "not-allowed":
      return refused(whyNotSimulated(home, happening));
    default:
      return outcome satisfies never;
  }
}

/** "Random faults have ended." behind other words. */
const withinSentence = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, "");

const devicesOf = (happening: Happening): readonly DeviceId[] =>
  "deviceId" in happening && happening.deviceId !== "all" ? [happening.deviceId] : [];

/** Why the simulation does not do something to a device. */
export function whyNotSimulated(home: Home, happening: Happening): string {
  const device = "deviceId" in happening && happening.deviceId !== "all" && home.devices.get(happening.deviceId);
  if (!device) return "The simulation cannot do that.";
  const why = isGateway(device.product) ? "the simulation cannot do that to it" : "it has nothing to switch or set";
  return `${quoted(device.name)} is ${describeProduct(device)}: ${why}.`;
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
