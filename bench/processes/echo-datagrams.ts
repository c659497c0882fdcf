import { createSocket } from "node:dgram";

// What dgram can do at its best: whatever arrives goes back.
const socket = createSocket("udp4");
socket.on("message", (datagram, { port, address }) => socket.send(datagram, port, address));
socket.bind(0, "127.0.0.1", () => console.log(`is ready at udp://127.0.0.1:${socket.address().port}`));
