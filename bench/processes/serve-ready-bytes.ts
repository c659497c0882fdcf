import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// What node:http can do at its best: the bytes are there, and nothing is decided, logged or dated.
const body = readFileSync(process.argv[2] ?? "");
const headers = ["Content-Type", "application/json", "Content-Length", String(body.byteLength)];

const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, headersTimeout: 0 }, (_, response) => {
  response.sendDate = false;
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
