import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { Lines } from "../../../edges/control/lines.ts";
import { socketIn, socketPath, standsAtSocket } from "../../../edges/control/socket-path.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { examineFolder } from "../../../shared/folder-trust.ts";
import { ownUserId, ROOT, userWords } from "../../../shared/own-user.ts";
import { CommandFault } from "../command-fault.ts";

/** A connection to the gateway that runs on a state folder. */
export async function connectToGateway(folder: string): Promise<Socket> {
  try {
    const { address, close } = socketIn(ownFolder(resolve(folder)));
    return await connected(address).finally(close);
  } catch (error) {
    throw error instanceof CommandFault ? error : noGateway(folder, error);
  }
}

/** The real path of the folder. Another user who can create a socket there could read and forge messages. */
function ownFolder(folder: string): string {
  const examined = examineFolder(folder);
  if ("refusal" in examined) {
    throw new CommandFault([examined.owner === undefined ? examined.refusal : notOwn(folder, examined.owner)]);
  }
  const { path } = examined;
  if (standsAtSocket(path) === "something-else") {
    throw new CommandFault([
      `${socketPath(path)} is not the socket of a gateway of this user. Check what it is and move it away, then restart the gateway.`,
    ]);
  }
  return path;
}

function notOwn(folder: string, owner: number): string {
  const [theirs, ours] = [userWords(owner), userWords(ownUserId() ?? ROOT)];
  const command = owner === ROOT ? "sudo luxgate …" : `sudo -u '#${owner}' luxgate …`;
  return `The gateway in ${folder} belongs to ${theirs}, but you are ${ours}. Run the command as ${theirs}: ${command}`;
}

const connected = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once("error", reject).once("connect", () => resolve(socket.off("error", reject)));
  });

/** The lines that the gateway sends, until it closes the connection. */
export async function* linesFrom(socket: Socket): AsyncGenerator<Uint8Array> {
  const lines = new Lines(Number.POSITIVE_INFINITY);
  try {
    for await (const piece of socket) {
      const whole = lines.take(piece);
      if (whole !== "too-long") yield* whole;
    }
  } catch (error) {
    throw new CommandFault([`The connection to the gateway was lost before it answered (${codeOf(error)}).`], error);
  }
  throw new CommandFault(["The gateway stopped before it answered."]);
}

function noGateway(folder: string, error: unknown): CommandFault {
  switch (codeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
    case "ECONNREFUSED":
      return new CommandFault(
        [
          `No gateway is running in ${folder}. Start one with "luxgate serve", or give its data folder with --data-dir.`,
        ],
        error,
      );
    case "EACCES":
    case "EPERM":
      return new CommandFault(
        [`The gateway in ${folder} belongs to another user. Run the command as that user.`],
        error,
      );
    default:
      return new CommandFault([`The gateway in ${folder} cannot be reached (${codeOf(error)}).`], error);
  }
}
