import { expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { MatterMachines } from "./support/matter-machines.ts";
import { twoMachines } from "./support/two-machines.ts";

/** The group of mDNS, which the gateway's own mDNS does not join: it has IPv4 only. */
const GROUP = "ff02::fb";

/** In which networks of a machine with two of them a Matter bridge hears mDNS. */
async function heardIn(...settings: readonly string[]): Promise<readonly string[]> {
  const machines = await twoMachines();
  const [here] = machines;
  here.ip("link", "add", "guests", "type", "veth", "peer", "name", "far");
  for (const end of ["guests", "far"]) here.ip("link", "set", end, "up");
  await here.interfaceIsUp("guests");
  await MatterMachines.startOn(machines, settings);
  return ["lan", "guests"].filter((name) => here.ip("-6", "maddr", "show", "dev", name).includes(GROUP));
}

describeInNamespaces("a Matter bridge", () => {
  test("hears mDNS in all networks of its machine, or in the one that it is told", async () => {
    expect(await heardIn()).toEqual(["lan", "guests"]);
    expect(await heardIn("--matter-interface", "lan")).toEqual(["lan"]);
  });
});
