import type { Socket } from "node:net";

/** Node writes an IPv4 address as a part of IPv6 where a socket listens on both. */
export const plainAddress = (address = ""): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** Our own address on a connection, as a client would name it. */
export const authorityOf = ({ localAddress = "", localPort }: Socket): string =>
  localAddress.includes(":") ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`;
