import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type OwnAddress, ownAddresses } from "../../../shared/own-addresses.ts";

const VIRTUAL_INTERFACE = /^(lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|tailscale|utun|awdl|llw|bridge)/;
const NO_MAC = "00:00:00:00:00:00";

/** The address of the first physical interface; without one, a random address, marked as local by its second bit. */
export function ownMac(): string {
  const addresses = ownAddresses().filter(({ internal, mac }) => !internal && mac !== NO_MAC);
  const found =
    addresses.find(isHardware) ?? addresses.find(({ interfaceName }) => !VIRTUAL_INTERFACE.test(interfaceName));
  return (found?.mac ?? randomMac()).toUpperCase();
}

/** Linux has a `device` entry for physical interfaces. */
const isHardware = ({ interfaceName }: OwnAddress): boolean => existsSync(`/sys/class/net/${interfaceName}/device`);

function randomMac(): string {
  const bytes = randomBytes(6);
  bytes.writeUInt8((bytes.readUInt8(0) & 0xfc) | 0x02, 0);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(":");
}
