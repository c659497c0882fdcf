import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** An address of one of this machine's network cards. */
export type OwnAddress = NetworkInterfaceInfo & {
  /** The card's name. */
  readonly card: string;
};

/** All addresses of this machine. Fails when the system is out of file descriptors. */
export const ownAddresses = (interfaces = networkInterfaces()): readonly OwnAddress[] =>
  Object.entries(interfaces).flatMap(([card, addresses = []]) => addresses.map((address) => ({ ...address, card })));

export const ownIpv4Addresses = (interfaces = networkInterfaces()): readonly OwnAddress[] =>
  ownAddresses(interfaces).filter(({ family }) => family === "IPv4");
