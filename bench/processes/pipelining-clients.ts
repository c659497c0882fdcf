import { connect, type Socket } from "node:net";
import { found, given } from "../support/given.ts";
import { loopbackAddress } from "../support/loopback-address.ts";

interface Given {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  /** From how many addresses they come. */
  readonly addresses: number;
  /** Sent one behind the other, whatever is answered. */
  readonly requests: readonly string[];
  /** How often all of these are sent on a connection. */
  readonly times: number;
  /** Whether what is answered is taken, and all is sent again once it is. */
  readonly doesRead: boolean;
}

// Sends many requests on each connection without waiting for a response; one that is ended is opened anew.
const { port, seconds, connections, addresses, requests, times, doesRead } = await given<Given>();
const bytes = Buffer.from(requests.join("").repeat(times));
const sockets = new Set<Socket>();
let opened = 0;
let answered = 0;
let isOver = false;

function open(number: number): void {
  if (isOver) return;
  opened += 1;
  const socket = connect({ port, host: "127.0.0.1", localAddress: loopbackAddress(number % addresses) });
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.write(bytes);
  let missing = requests.length * times;
  if (!doesRead) socket.pause();
  else
    socket.on("data", (piece) => {
      const responses = piece.toString("latin1").split("HTTP/1.1 ").length - 1;
      answered += responses;
      missing -= responses;
      if (missing > 0) return;
      missing += requests.length * times;
      socket.write(bytes);
    });
  socket.once("close", () => {
    sockets.delete(socket);
    setTimeout(() => open(number), 100);
  });
}

for (let number = 0; number < connections; number += 1) open(number);
setTimeout(() => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  found({ opened, answered });
}, seconds * 1_000);
