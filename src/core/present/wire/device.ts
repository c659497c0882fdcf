import type { WireDevice, WireProduct, WireZigbee } from "../../contract/device.ts";
import type { WireReference } from "../../contract/reference.ts";
import type { Device, ZigbeeNode } from "../../home/model/device.ts";
import {
  isGateway,
  KINDS,
  kindOf,
  PRODUCTS,
  type Product,
  TOP_CATEGORIES,
  topCategoryOf,
} from "../../home/model/product.ts";
import { gatewayServices } from "./bridge.ts";
import { flag, within } from "./numbers.ts";

/** A device without extensions, which are added where a client asks for them. */
type PlainDevice = Required<Omit<WireDevice, "ext_light" | "ext_room" | "ext_zigbee">>;

/** Spec §2.2. */
export const wireDevice = (device: Device): PlainDevice => ({
  id: device.id,
  type: "device",
  name: device.name,
  join_status: flag(device.admitted),
  online: flag(device.online),
  has_new: flag(device.newVersion !== ""),
  new_version: device.newVersion,
  product: wireProduct(device.product),
  services: wireServices(device),
});

/** What `ext_zigbee` adds (G17). */
export const wireZigbee = (node: ZigbeeNode | null): WireZigbee =>
  node === null
    ? {}
    : {
        ieee_address: node.ieeeAddress,
        network_address: within(node.networkAddress, 0, 65535),
        link_quality: within(node.linkQuality, 0, 255),
      };

function wireProduct(product: Product): WireProduct {
  const { categoryId } = product;
  const kindId = kindOf(categoryId);
  const topCategoryId = topCategoryOf(categoryId);
  return {
    cat1_id: topCategoryId,
    cat1_name: TOP_CATEGORIES[topCategoryId],
    cat2_id: kindId,
    cat2_name: KINDS[kindId],
    cat3_id: categoryId,
    cat3_name: PRODUCTS[categoryId],
    manufacturer: product.manufacturer,
    model: product.model,
    hardware_version: product.hardwareVersion,
    software_version: product.softwareVersion,
    zigbee_version: product.zigbeeVersion,
  };
}

/** The gateway provides what names it as its parent or owner (G96). */
const wireServices = ({ id, product, lightIds, syncBoxId }: Device): WireReference[] => [
  ...(isGateway(product) ? gatewayServices(id) : []),
  ...lightIds.map((rid) => ({ rid, rtype: "light" })),
  ...(syncBoxId === null ? [] : [{ rid: syncBoxId, rtype: "sync" }]),
];
