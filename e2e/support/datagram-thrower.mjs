// Throws datagrams at an address: one line of JSON with some of them, one line once they have left.
import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";

const socket = createSocket("udp4");
socket.on("message", () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const { address, port, datagrams } = JSON.parse(line);
  for (const datagram of datagrams) {
    await new Promise((resolve) => socket.send(Buffer.from(datagram, "base64"), port, address, resolve));
  }
  process.stdout.write(`thrown ${datagrams.length}\n`);
}
process.exit();
