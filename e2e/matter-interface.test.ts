import { expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { MatterMachines } from "./support/matter-machines.ts";
import type { NetworkNamespace } from "./support/network-namespace.ts";
import { twoMachines } from "./support/two-machines.ts";

/** The group of mDNS, which the gateway's own mDNS does not join: it has IPv4 only. */
const GROUP = "ff02::fb";

/** In which networks of a machine with two of them a Matter bridge hears mDNS. */
async function heardIn(...settings: readonly string[]): Promise<readonly string[]> {
  const machines = await twoMachines();
  const [here] = machines;
  await addGuests(here);
  await MatterMachines.startOn(machines, settings);
  return ["lan", "guests"].filter((name) => hearsIn(here, name));
}

async function addGuests(here: NetworkNamespace): Promise<void> {
  here.ip("link", "add", "guests", "type", "veth", "peer", "name", "far");
  here.ip("addr", "add", "10.74.1.1/24", "brd", "+", "dev", "guests");
  for (const end of ["guests", "far"]) here.ip("link", "set", end, "up");
  await here.interfaceIsUp("guests");
}

const hearsIn = (here: NetworkNamespace, name: string): boolean =>
  here.ip("-6", "maddr", "show", "dev", name).includes(GROUP);

describeInNamespaces("a Matter bridge", () => {
  test("hears mDNS in all networks of its machine, or in the one that it is told", async () => {
    expect(await heardIn()).toEqual(["lan", "guests"]);
    expect(await heardIn("--matter-interface", "lan")).toEqual(["lan"]);
  });

  test("hears mDNS again in a network that is removed and comes back under its name", async () => {
    const machines = await twoMachines();
    const [here] = machines;
    await addGuests(here);
    await MatterMachines.startOn(machines, ["--matter-interface", "guests"]);
    expect(hearsIn(here, "guests")).toBe(true);
    here.ip("link", "del", "guests");
    await addGuests(here);
    expect(hearsIn(here, "guests")).toBe(false);
    await expect.poll(() => hearsIn(here, "guests")).toBe(true);
  });
});
