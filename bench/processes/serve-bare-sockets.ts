import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

// No HTTP at all: whatever arrives is taken for one request and answered with the same bytes. No server on Node's streams does less.
const body = readFileSync(process.argv[2] ?? "");
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.byteLength}\r\n\r\n`;
const bytes = Buffer.concat([Buffer.from(head, "latin1"), body]);

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("data", () => socket.write(bytes));
  socket.on("error", () => socket.destroy());
});
server.listen(0, "127.0.0.1", () => {
  console.log(`is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
