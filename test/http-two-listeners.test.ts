import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { openRaw } from "./support/http/raw-connection.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** A gateway, and connections to it that Node's own server has taken over. */
interface Writers {
  readonly gateway: TestGateway;
  /** Sends one write on each connection, all in this turn of the event loop. */
  readonly writeOnAll: () => void;
}

async function writersOf(connections: number): Promise<Writers> {
  // However slow the machine is: no connection is closed before it is used.
  const gateway = await runGateway({ limits: { ...HTTP_LIMITS, keepAliveMillis: 600_000, workMillis: 0 } });
  onTestFinished(() => gateway.stop());
  const { key } = await PairedClient.of(gateway);
  const put = (socket: Socket, brightness: number) => {
    const body = JSON.stringify({ brightness });
    const head = `PUT ${LAMP} HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\nContent-Length: ${body.length}`;
    socket.write(`${head}\r\n\r\n${body}`);
  };
  const sockets = await Promise.all(Array.from({ length: connections }, () => openRaw(gateway.http.port)));
  for (const socket of sockets) {
    onTestFinished(() => void socket.destroy());
    put(socket, 100);
    await once(socket, "data");
  }
  return { gateway, writeOnAll: () => sockets.forEach((socket, number) => void put(socket, 1 + number)) };
}

test("a rush of writes at one gateway does not delay the writes at another one in the same process", async () => {
  const [busy, quiet] = [await writersOf(40), await writersOf(4)];
  const order: string[] = [];
  for (const [name, { gateway }] of Object.entries({ busy, quiet })) {
    gateway.gateway.watch(({ replacements }) => {
      if (replacements.some((replacement) => replacement.in === "lights")) order.push(name);
    });
  }
  busy.writeOnAll();
  quiet.writeOnAll();
  await expect.poll(() => order.length).toBe(44);
  expect(order.lastIndexOf("quiet")).toBeLessThan(order.lastIndexOf("busy"));
});

/** Variables, and instances other than constants and memos by identity, which hold for every listener. */
const STATE_OF_MODULE =
  /^(?:export )?(?:let|var) .*|^(?:export )?const (?!\w+: Readonly).*= new (?!Uint8Array\(|TextDecoder\(|RegExp\(|Refusal\(|WeakMap<).*/gm;

test("no module of src/edges/http has state that listeners would share", () => {
  const files = readdirSync("src/edges/http", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap(
    (file) => readFileSync(join("src/edges/http", file), "utf8").match(STATE_OF_MODULE) ?? [],
  );
  expect(found).toEqual([]);
});
