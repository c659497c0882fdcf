import { withKnown } from "../../../edges/fleet/authority/issued-keys.ts";
import { enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { makeFleetData, publishAccounts, type SetUp } from "../../../edges/fleet/authority/set-up.ts";
import { type OperatedFleet, serversOf } from "./operated-fleet.ts";
import { identityIn } from "./read-fleet.ts";

/** What a set-up did, and whether the servers had lost what an earlier one had made. */
export type FleetSetUp = SetUp & { readonly hadLostData: boolean };

/**
 * Gives running servers the accounts and the data of the fleet. The fleet keeps its identity when the servers lose it, and
 * the folder of an earlier version learns which credentials were made.
 */
export async function setUpFleet(fleet: OperatedFleet): Promise<FleetSetUp> {
  const { folder, file, connect } = fleet;
  const accounts = await publishAccounts(serversOf(fleet), file, folder.seed("accounts"));
  const connection = await connect("command");
  const made = await makeFleetData(connection, file);
  const identity = await identityIn(connection);
  const [gateways, fronts] = [await enrolledMembers(connection, "gateway"), await enrolledMembers(connection, "front")];
  await folder.change((now) => {
    const known = withKnown(withKnown(now, "gateway", gateways), "front", fronts);
    return JSON.stringify(known.identity) === JSON.stringify(identity) ? known : { ...known, identity };
  });
  return { accounts, ...made, hadLostData: file.identity !== undefined && made.identity === "created" };
}
