import { closeSync, constants, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { isOwn } from "../shared/own-user.ts";

const NAME = "control.sock";

/** What fits into the address of a Unix socket on every system. */
const MOST_BYTES = 100;

/** Where the operator's socket is. */
export const socketPath = (folder: string): string => join(folder, NAME);

/**
 * What stands at the socket's name: nothing, the socket of a gateway of this user, or what is neither. An empty file
 * is what somebody made in its place, and makes room as a dead gateway's socket does.
 */
export function standsAtSocket(folder: string): "nothing" | "own-socket" | "own-file" | "something-else" {
  const stats = lstatSync(socketPath(folder), { throwIfNoEntry: false });
  if (!stats) return "nothing";
  if (!isOwn(stats)) return "something-else";
  if (stats.isSocket()) return "own-socket";
  return stats.isFile() ? "own-file" : "something-else";
}

/** What to bind to or to connect to. */
export interface SocketAddress {
  /** The path, or a way round when that is too long. */
  readonly address: string;
  /** To be called when the address is needed no more. */
  close(): void;
}

/** Throws when the folder cannot be opened. */
export function socketIn(folder: string): SocketAddress {
  const path = socketPath(folder);
  if (Buffer.byteLength(path) <= MOST_BYTES) return { address: path, close: () => undefined };
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return { address: `/proc/self/fd/${descriptor}/${NAME}`, close: () => closeSync(descriptor) };
}
