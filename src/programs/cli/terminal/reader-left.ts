import { fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";

/** The type by which Node's inner handle of a connection is made an ordinary socket. */
const ORDINARY = 0;

/** Any would do: nothing is sent there. */
const DISCARD_PORT = 9;

/**
 * Calls back once nobody reads a pipe any more, also while nothing is written to it: `luxgate watch | head -3` is over
 * when `head` is. The system tells whoever waits for the pipe; Node waits for the writing end of one only while it has
 * something to write, unless it takes the pipe for a connection, which its inner handles can be made to do. Where that
 * does not work, the next thing that is written finds out.
 *
 * No documented call serves. An empty write succeeds without a reader. Opening the pipe again fails (ENXIO) for named pipes
 * only. `new Socket({ fd })` refuses to read from a writing end (ENOTCONN). GNU's `tail -f` ends with its reader, but
 * would cost a process beside each command, which keeps the pipe open if the command is killed.
 */
export function whenReaderLeaves(descriptor: number, onLeft: () => void): void {
  try {
    if (!fstatSync(descriptor).isFIFO()) return;
    const handle = connectionHandle();
    // Opened anew, as what is changed in one that is shared is changed for the programs that share it.
    if (handle.open(openSync(`/proc/self/fd/${descriptor}`, "w")) !== 0) return;
    // Nothing can be read there: that it is tried at all means that the other end is gone.
    const watched: Socket = Reflect.construct(Socket, [{ handle, writable: false }]);
    watched.unref().on("error", onLeft).resume();
  } catch {
    // No such folder, or another Node.
  }
}

interface ConnectionHandle {
  open(descriptor: number): number;
}

/** A handle as a connection has it, before there is one. */
function connectionHandle(): ConnectionHandle {
  const socket = new Socket();
  socket.connect(DISCARD_PORT, "127.0.0.1");
  const Handle = Reflect.get(socket, "_handle").constructor;
  socket.destroy();
  return new Handle(ORDINARY);
}
