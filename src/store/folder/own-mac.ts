import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type OwnAddress, ownAddresses } from "../../shared/own-addresses.ts";

const VIRTUAL_CARD = /^(lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|tailscale|utun|awdl|llw|bridge)/;
const NO_MAC = "00:00:00:00:00:00";

/** The address of the first physical card; without one, a random address, marked as local by its second bit. */
export function ownMac(): string {
  const cards = ownAddresses().filter(({ internal, mac }) => !internal && mac !== NO_MAC);
  const card = cards.find(isHardware) ?? cards.find(({ card }) => !VIRTUAL_CARD.test(card));
  return (card?.mac ?? randomMac()).toUpperCase();
}

/** Linux has a `device` entry for physical cards. */
const isHardware = ({ card }: OwnAddress): boolean => existsSync(`/sys/class/net/${card}/device`);

function randomMac(): string {
  const bytes = randomBytes(6);
  bytes.writeUInt8((bytes.readUInt8(0) & 0xfc) | 0x02, 0);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(":");
}
