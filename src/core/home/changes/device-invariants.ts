import type { Device } from "../model/device.ts";
import type { Light } from "../model/light.ts";
import { cleanName } from "../model/name.ts";
import { isGateway, PRODUCTS } from "../model/product.ts";
import { isNewerVersion } from "../model/version.ts";
import { patched } from "./replacement.ts";

/** A device refers to exactly its lights, once each, and they refer to the device; the gateway has none. */
export function ownsExactly(device: Device, lights: readonly Light[]): boolean {
  const named = new Set(device.lightIds);
  return (
    lights.every(({ deviceId }) => deviceId === device.id) &&
    lights.length === named.size &&
    device.lightIds.length === named.size &&
    lights.every(({ id }) => named.has(id)) &&
    (lights.length === 0 || !isGateway(device.product))
  );
}

/** The version that a device can be brought to, if there is one, is newer than the version it runs (G8). */
export const isUpdateNewer = ({ newVersion, product }: Device): boolean =>
  newVersion === "" || isNewerVersion(newVersion, product.softwareVersion);

/** A device or a part of it with a printable name: without one, the product's name. */
export const namedAs = <Part extends { readonly name: string }>({ product }: Device, part: Part): Part =>
  patched<{ readonly name: string }>(part, { name: cleanName(part.name) || PRODUCTS[product.categoryId] }) as Part;
