import { describe } from "vitest";
import { whyNoNamespaces } from "./network-namespace.ts";

/** Describes what needs networks of its own; where they are not to be had, it says so. */
export function describeInNamespaces(subject: string, body: () => void): void {
  const obstacle = whyNoNamespaces();
  if (obstacle !== undefined) console.warn(`Not tested: ${subject}: ${obstacle}.`);
  describe.skipIf(obstacle !== undefined)(obstacle === undefined ? subject : `${subject} (skipped: ${obstacle})`, body);
}
