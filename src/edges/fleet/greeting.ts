import { connect } from "node:net";

/** What answers at an address is no NATS server, or is none at the moment. */
class NoGreeting extends Error {
  override readonly name = "NoGreeting";
}

/**
 * Settles once a server says something, as every NATS server does to anybody who connects; the socket is gone by then. The
 * library would leave a socket open to a server that says nothing, one for each attempt, for as long as that server does.
 */
export function greetingOf(server: string, millis: number, signal?: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(`nats://${server}`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.destroy();
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const abort = () => fail(signal?.reason);
    // The socket's own time-out ends with its connection.
    const timer = setTimeout(() => fail(new NoGreeting("the server does not answer")), millis);
    signal?.addEventListener("abort", abort);
    socket.once("data", () => end(resolve));
    socket.on("error", fail);
    socket.once("close", () => fail(new NoGreeting("the server closed the connection")));
    if (signal?.aborted) abort();
  });
}
