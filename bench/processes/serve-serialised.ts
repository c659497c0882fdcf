import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// What most gateways do: the objects are at hand, and every request turns them into JSON again.
const answer: unknown = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
  const body = JSON.stringify(answer);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
