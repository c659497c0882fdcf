// Runs inside a network namespace: hears the multicast group of mDNS at one address there, and sends what it is told.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createInterface } from "node:readline";

const GROUP = "224.0.0.251";
const MDNS_PORT = 5353;
const [address, port] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const socket = createSocket({ type: "udp4", reuseAddr: true });
socket.on("message", (packet, { address: from }) => say({ from, packet: packet.toString("base64") }));
socket.bind(Number(port));
await once(socket, "listening");
socket.addMembership(GROUP, address);
socket.setMulticastInterface(address);
say("ready");

for await (const packet of createInterface({ input: process.stdin })) {
  socket.send(Buffer.from(packet, "base64"), MDNS_PORT, GROUP);
}
process.exit();
