import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";

const VIRTUAL_CARD = /^(lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|tailscale|utun|awdl|llw|bridge)/;
const NO_MAC = "00:00:00:00:00:00";

interface Card {
  readonly name: string;
  readonly mac: string;
}

/** The address of the first physical card; without one, a random address, marked as local by its second bit. */
export function ownMac(): string {
  const cards = Object.entries(networkInterfaces()).flatMap(([name, addresses]): Card[] => {
    const mac = addresses?.find((address) => !address.internal && address.mac !== NO_MAC)?.mac;
    return mac === undefined ? [] : [{ name, mac }];
  });
  const card = cards.find(isHardware) ?? cards.find(({ name }) => !VIRTUAL_CARD.test(name));
  return (card?.mac ?? randomMac()).toUpperCase();
}

/** Linux has a `device` entry for physical cards. */
const isHardware = ({ name }: Card): boolean => existsSync(`/sys/class/net/${name}/device`);

function randomMac(): string {
  const bytes = randomBytes(6);
  bytes.writeUInt8((bytes.readUInt8(0) & 0xfc) | 0x02, 0);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(":");
}
