import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";

const NAME = "control.sock";

/** What fits into the address of a Unix socket on every system. */
const MOST_BYTES = 100;

/** Where the operator's socket is. */
export const socketPath = (folder: string): string => join(folder, NAME);

/** What to bind to or to connect to. */
export interface SocketAddress {
  /** The path, or a way round when that is too long. */
  readonly address: string;
  /** To be called when the address is needed no more. */
  release(): void;
}

/** Throws when the folder cannot be opened. */
export function socketIn(folder: string): SocketAddress {
  const path = socketPath(folder);
  if (Buffer.byteLength(path) <= MOST_BYTES) return { address: path, release: () => undefined };
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { address: `/proc/self/fd/${descriptor}/${NAME}`, release: () => closeSync(descriptor) };
}
