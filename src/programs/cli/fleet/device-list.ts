import { type DeviceView, viewOfDevice } from "../../../edges/control/views/device-view.ts";
import { nameOf } from "../../../edges/fleet/front/fleet-problem.ts";
import type { OperatedFleet } from "./operated-fleet.ts";
import { gatewaysMeant, homeOf, readFleet } from "./read-fleet.ts";

/** A device of a fleet as an operator sees it. */
export interface FleetDevice extends DeviceView {
  /** By name: mostly one; those that share a Zigbee network have the same devices. */
  readonly gateways: readonly string[];
}

const collator = new Intl.Collator("en", { numeric: true });

/** By gateway, room and name. The devices of a gateway that is away are offline. */
export async function deviceList(
  { connect }: Pick<OperatedFleet, "connect">,
  { gateway }: { readonly gateway?: string | undefined } = {},
): Promise<readonly FleetDevice[]> {
  const connection = await connect("command");
  const snapshot = await readFleet(connection, { gateways: await gatewaysMeant(connection, gateway) });
  const home = homeOf(snapshot);
  const devices = home.devices.all().flatMap((device): readonly FleetDevice[] => {
    const ways = snapshot.mirror.waysTo("devices", device.id);
    // The fleet's own device is at no gateway.
    return ways.length === 0 ? [] : [{ ...viewOfDevice(home, device), gateways: ways.map(nameOf) }];
  });
  const place = ({ gateways: [first = ""], room, name }: FleetDevice) => [first, room ?? "\uffff", name];
  return devices
    .map((device) => ({ device, place: place(device) }))
    .sort((one, other) => compared(one.place, other.place))
    .map(({ device }) => device);
}

const compared = (one: readonly string[], other: readonly string[]): number =>
  one.map((part, index) => collator.compare(part, other[index] ?? "")).find((order) => order !== 0) ?? 0;
