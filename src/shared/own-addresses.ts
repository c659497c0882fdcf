import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** An address of one of this machine's network interfaces. */
export type OwnAddress = NetworkInterfaceInfo & {
  /** The interface's name. */
  readonly interfaceName: string;
};

/** All addresses of this machine. Fails when the system is out of file descriptors. */
export const ownAddresses = (interfaces = networkInterfaces()): readonly OwnAddress[] =>
  Object.entries(interfaces).flatMap(([interfaceName, addresses = []]) =>
    addresses.map((address) => ({ ...address, interfaceName })),
  );

export const ownIpv4Addresses = (interfaces = networkInterfaces()): readonly OwnAddress[] =>
  ownAddresses(interfaces).filter(({ family }) => family === "IPv4");
