import { connect, type Socket } from "node:net";
import { Lines } from "../control/lines.ts";
import { socketIn } from "../control/socket-path.ts";
import { CommandFault, codeOf } from "./command-fault.ts";

/** A connection to the gateway that runs on a state folder. */
export async function connectToGateway(folder: string): Promise<Socket> {
  try {
    const { address, release } = socketIn(folder);
    return await connected(address).finally(release);
  } catch (error) {
    throw noGateway(folder, error);
  }
}

const connected = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once("error", reject).once("connect", () => resolve(socket.off("error", reject)));
  });

/** What the gateway says, line by line, until it says no more. */
export async function* linesFrom(socket: Socket): AsyncGenerator<Uint8Array> {
  const lines = new Lines(Number.POSITIVE_INFINITY);
  try {
    for await (const piece of socket) {
      const whole = lines.take(piece);
      if (whole !== "too-long") yield* whole;
    }
  } catch (error) {
    throw new CommandFault([`The gateway was lost before it answered (${codeOf(error)}).`], error);
  }
  throw new CommandFault(["The gateway ended before it answered."]);
}

function noGateway(folder: string, error: unknown): CommandFault {
  switch (codeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
    case "ECONNREFUSED":
      return new CommandFault(
        [`No gateway runs on ${folder}: start one with "luxgate serve", or name its folder with --data-dir.`],
        error,
      );
    case "EACCES":
    case "EPERM":
      return new CommandFault([`The gateway on ${folder} belongs to another user: ask as that user.`], error);
    default:
      return new CommandFault([`The gateway on ${folder} cannot be asked (${codeOf(error)}).`], error);
  }
}
