import { type IncomingMessage, request } from "node:http";
import type { RecordedAnswer } from "../../../src/core/contract/openapi/examples.ts";
import { replayChanges } from "../../../src/core/home/changes/replay-changes.ts";
import { loadHome } from "../../../src/edges/home-file/load.ts";
import { PairedClient } from "../client/paired-client.ts";
import { runGateway, type TestGateway } from "../gateway/running-gateway.ts";
import { IDENTITY } from "../home/empty-gateway.ts";
import {
  type ExampleRequest,
  exampleReads,
  exampleRefusals,
  exampleWrites,
  methodOf,
  targetOf,
} from "./example-requests.ts";

/** Where the gateway of the examples would be. */
const ADDRESS = "192.168.1.20";
const VERSION = "0.1.0";
const STARTED_AT = new Date("2026-11-15T20:15:00Z");

/** Keys are random, so all of them are shown as this one. */
const SOME_KEY = "Zt0Q3nB5cW1kYx7vT9sR2pL4mJ6hG8fD0aE-uI_oXyA";

/** Asks a gateway with the demo home for everything that is worth showing. */
export async function recordAnswers(): Promise<readonly RecordedAnswer[]> {
  const gateway = await runGateway({ contents: demoHome(), advertiseIp: ADDRESS, today: () => STARTED_AT });
  const { home } = gateway.gateway;
  try {
    const recorded: RecordedAnswer[] = [];
    const { key } = await PairedClient.of(gateway);
    const record = async (requests: readonly ExampleRequest[]) => {
      for (const example of requests) recorded.push(await recordOne(gateway, example, key));
    };
    await record([...exampleReads(home), ...exampleWrites(home), ...exampleRefusals(home)]);
    gateway.gateway.pressButton();
    await record([{ operation: "pair", name: "after-a-press", body: { device_type: "acme#panel" } }]);
    recorded.push(await recordEvents(gateway));
    return recorded;
  } finally {
    await gateway.stop();
  }
}

async function recordOne(gateway: TestGateway, example: ExampleRequest, key: string): Promise<RecordedAnswer> {
  const { operation, name, body, text, needsKey = false } = example;
  const { status, bytes } = await gateway.client.send(targetOf(example), {
    method: methodOf(example),
    headers: { Host: `${ADDRESS}:8080`, ...(needsKey ? { "application-key": key } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(text === undefined ? {} : { body: text }),
  });
  return {
    operation,
    name,
    method: methodOf(example),
    target: targetOf(example),
    ...(body === undefined ? {} : { body }),
    status,
    answer: JSON.parse(bytes.toString("utf8"), (field, value) => (field === "username" ? SOME_KEY : value)),
  };
}

/** What a client gets that has missed all that was done, a sync box's change last, and a heartbeat. */
async function recordEvents(gateway: TestGateway): Promise<RecordedAnswer> {
  const example: ExampleRequest = { operation: "watchEvents", name: "what-was-missed" };
  const headers = { Host: `${ADDRESS}:8080`, "Last-Event-ID": String(STARTED_AT.getTime() * 1000) };
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const target = { host: "127.0.0.1", port: gateway.http.port, path: targetOf(example), headers, agent: false };
    request(target, resolve).on("error", reject).end();
  });
  let answer = "";
  for await (const bytes of stream) {
    answer += String(bytes);
    if (answer.includes("event: heartbeat")) break;
    if (answer.includes('"type":"sync"')) gateway.clock.advance(15_000);
  }
  return {
    operation: "watchEvents",
    name: example.name,
    method: "GET",
    target: targetOf(example),
    status: 200,
    answer,
  };
}

function demoHome() {
  const home = loadHome("homes/demo.yaml", VERSION);
  if ("problems" in home) throw new Error(home.problems.join("\n"));
  return replayChanges(home.changes, IDENTITY);
}
