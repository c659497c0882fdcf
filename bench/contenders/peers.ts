import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { LIGHTS_PATH } from "../support/homes.ts";
import { startQuiet } from "../support/process.ts";
import { type Contender, contender, type Given } from "./contender.ts";

/** What a client's developer would pick instead: bench/peers, each as quiet as it can be. */
export const PEERS = ["json-server", "Prism", "Mockoon"] as const;

export const startPeers = (given: Given): Promise<readonly Contender[]> =>
  Promise.all([startJsonServer(given), startPrism(given), startMockoon(given)]);

async function startJsonServer({ listFile, folder }: Given): Promise<Contender> {
  const file = join(folder, "json-server.json");
  writeFileSync(file, `{"light":${readFileSync(listFile, "utf8")}}`);
  const port = await freePort();
  const args = ["--quiet", "--read-only", "--host=127.0.0.1", `--port=${port}`, `--snapshots=${folder}`, file];
  return startPeer(PEERS[0], ["json-server/lib/cli/bin.js", ...args], { port, path: "/light" });
}

async function startPrism({ listFile, folder }: Given): Promise<Contender> {
  const file = join(folder, "prism.json");
  const example: unknown = JSON.parse(readFileSync(listFile, "utf8"));
  const answer = { description: "Lights", content: { "application/json": { schema: { type: "object" }, example } } };
  const paths = { [LIGHTS_PATH]: { get: { responses: { 200: answer } } } };
  writeFileSync(file, JSON.stringify({ openapi: "3.0.3", info: { title: "Lights", version: "1" }, paths }));
  const port = await freePort();
  // Said outright: as in production it would make two processes of itself, and they would share a core.
  const args = ["mock", file, "--host=127.0.0.1", `--port=${port}`, "--multiprocess=false", "--verboseLevel=silent"];
  return startPeer(PEERS[1], ["@stoplight/prism-cli/dist/index.js", ...args], { port });
}

async function startMockoon({ listFile, folder }: Given): Promise<Contender> {
  const file = join(folder, "mockoon.json");
  const port = await freePort();
  writeFileSync(file, JSON.stringify(mockoonEnvironment(port, readFileSync(listFile, "utf8"))));
  const args = ["start", `--data=${file}`, "--disable-log-to-file", "--disable-admin-api", "--max-transaction-logs=1"];
  return startPeer(PEERS[2], ["@mockoon/cli/bin/run.js", ...args, "--repair"], { port });
}

const mockoonEnvironment = (port: number, body: string) => ({
  uuid: "6d2f1c57-8e1d-4b6c-9a55-0d0f3b9f2a01",
  name: "Lights",
  port,
  hostname: "127.0.0.1",
  routes: [
    {
      uuid: "6d2f1c57-8e1d-4b6c-9a55-0d0f3b9f2a02",
      type: "http",
      method: "get",
      endpoint: LIGHTS_PATH.slice(1),
      responses: [
        {
          uuid: "6d2f1c57-8e1d-4b6c-9a55-0d0f3b9f2a03",
          statusCode: 200,
          headers: [{ key: "Content-Type", value: "application/json" }],
          bodyType: "INLINE",
          body,
          disableTemplating: true,
          default: true,
        },
      ],
    },
  ],
});

async function startPeer(
  name: string,
  [program = "", ...args]: readonly string[],
  { port, path = LIGHTS_PATH }: { readonly port: number; readonly path?: string },
): Promise<Contender> {
  const command = [process.execPath, `bench/peers/node_modules/${program}`, ...args];
  return contender(name, await startQuiet(command, `http://127.0.0.1:${port}${path}`), path);
}
