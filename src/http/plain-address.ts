/** Node writes an IPv4 address as a part of IPv6 where a socket listens on both. */
export const plainAddress = (address = ""): string => address.replace(/^::ffff:(?=\d+\.)/, "");
