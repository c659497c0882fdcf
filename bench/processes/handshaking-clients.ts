import { connect } from "node:tls";
import { found, given } from "../support/given.ts";
import { loopbackAddress } from "../support/loopback-address.ts";

interface Given {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly addresses: number;
}

// Shakes hands for TLS again and again, and leaves each time.
const { port, seconds, connections, addresses } = await given<Given>();
let shaken = 0;
let isOver = false;

function shake(number: number): void {
  if (isOver) return;
  const localAddress = loopbackAddress(number % addresses);
  const options = { port, host: "127.0.0.1", localAddress, rejectUnauthorized: false };
  const socket = connect(options, () => {
    shaken += 1;
    socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.once("close", () => setImmediate(() => shake(number)));
}

for (let number = 0; number < connections; number += 1) shake(number);
setTimeout(() => {
  isOver = true;
  found({ shaken });
  process.exit();
}, seconds * 1_000);
