import { request as httpRequest } from "node:http";
import { onTestFinished } from "vitest";
import type { TestGatewayOptions } from "../../../src/libraries/testing/test-gateway.ts";
import { startSandbox } from "../../../src/programs/sandbox/start-sandbox.ts";
import { HttpClient, type Wire } from "../http/http-client.ts";

export const TOKEN = "a token of tests, long enough".replaceAll(" ", "-");
const FREE = { http: 0, discovery: 0, mqtt: 0 };

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** A sandbox, and what a test of any language sends to its control address. */
export async function startedSandbox(gateway: TestGatewayOptions = {}, controlOrigins: readonly string[] = []) {
  const host = "127.0.0.1";
  const sandbox = await startSandbox({
    gateway,
    host,
    ports: FREE,
    controlHost: host,
    controlPort: 0,
    controlOrigins,
    token: TOKEN,
  });
  onTestFinished(() => sandbox.stop());
  const { ports } = sandbox.addresses;
  const send = (path: string, body?: unknown, { method, headers = {} }: Sent = {}) =>
    new Promise<{ status: number; json: Wire; headers: Wire }>((resolve, reject) => {
      const outgoing = httpRequest(
        {
          host,
          port: ports.control,
          path,
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: { authorization: `Bearer ${TOKEN}`, ...headers },
          agent: false,
        },
        (incoming) => {
          let text = "";
          incoming.on("data", (piece) => {
            text += piece;
          });
          incoming.on("end", () =>
            resolve({
              status: incoming.statusCode ?? 0,
              json: text === "" ? undefined : JSON.parse(text),
              headers: incoming.headers,
            }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
    });
  const control = async (path: string, body: unknown = {}) => (await send(path, body)).json;
  return { sandbox, send, control, client: new HttpClient(ports.http) };
}
