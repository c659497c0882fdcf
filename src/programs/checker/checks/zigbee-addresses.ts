import type { WireDevice } from "../../../core/contract/device.ts";
import { isObject } from "../answer.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";

/** On one Zigbee network an address is one device's; the gateway has one too. */
export function checkZigbeeAddresses({ findings }: Session, devices: readonly WireDevice[]): void {
  const owners = new Map<string, string>();
  for (const { id, ext_zigbee } of devices) {
    const address = isObject(ext_zigbee) ? ext_zigbee.ieee_address : undefined;
    if (typeof address !== "string") continue;
    const owner = owners.get(address.toLowerCase());
    owners.set(address.toLowerCase(), owner ?? id);
    findings.note(
      "device.ext-zigbee-address",
      owner === undefined
        ? undefined
        : {
            where: `GET ${LISTS.device.path}?ext_zigbee=1 → ${id} → ext_zigbee/ieee_address`,
            expected: "a unique address",
            found: `${shown(address)}, the address of ${owner}`,
          },
    );
  }
}
