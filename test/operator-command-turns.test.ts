import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { MOST_COMMANDS } from "../src/edges/control/command-turns.ts";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { hostOf, OperatorBrowser } from "./support/http/operator-browser.ts";
import { openRaw } from "./support/http/raw-connection.ts";
import { busyFor, turnsOfLoop } from "./support/loop-turns.ts";

const LIGHTS = "/clip/v2/resource/light";

/** Connections of one browser, each with a command on it. */
async function exporting(gateway: PagedGateway, connections: number): Promise<readonly Socket[]> {
  const { cookie, key, origin } = await OperatorBrowser.open(gateway);
  const request = `POST /operator/command/home.export HTTP/1.1\r\nHost: ${hostOf(gateway)}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\noperator-key: ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  const sockets = await Promise.all(Array.from({ length: connections }, () => openRaw(gateway.http.port)));
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(request);
  }
  return sockets;
}

test("G77: commands of many connections that take long are begun in turns of their own, between which others are served", async () => {
  const turns = turnsOfLoop();
  const exportedIn: number[] = [];
  const gateway = await runPagedGateway(
    {},
    {
      exportHome: async () => {
        exportedIn.push(turns.count);
        busyFor(5);
        return "";
      },
    },
  );
  const sockets = await exporting(gateway, 40);
  await expect.poll(() => exportedIn.length).toBeGreaterThan(0);
  expect((await gateway.client.send(LIGHTS)).status).toBe(200);
  expect(exportedIn.length).toBeLessThan(40);
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  await expect.poll(() => exportedIn).toHaveLength(40);
  expect(new Set(exportedIn).size).toBe(40);
});

test("G77: answers that nobody reads leave no room for others, until their clients leave", async () => {
  let exported = 0;
  const gateway = await runPagedGateway(
    {},
    {
      exportHome: async () => {
        exported += 1;
        return "x".repeat(10 * 1024 * 1024);
      },
    },
  );
  const browser = await OperatorBrowser.open(gateway);
  const unread = await exporting(gateway, 30);
  for (const socket of unread) socket.pause();
  const refused = [{ refused: [expect.stringContaining("wait for their clients to read them")] }];
  await expect.poll(() => browser.command("home.export")).toEqual(refused);
  expect(exported).toBeLessThanOrEqual(4);
  expect(await browser.command("press")).toEqual([{ result: expect.any(Object) }]);
  for (const socket of unread) socket.destroy();
  await expect.poll(() => gateway.http.responsesInFlight).toBe(0);
  expect(await browser.command("home.export")).toEqual([{ result: expect.any(Object) }]);
});

test("G77: one client has no more commands in work than it may, and what it leaves behind is not begun", async () => {
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<string>();
  let exported = 0;
  const exportHome = () => {
    exported += 1;
    return isLet;
  };
  const gateway = await runPagedGateway({}, { exportHome });
  const browser = await OperatorBrowser.open(gateway);
  const sockets = await exporting(gateway, MOST_COMMANDS.ofOwner);
  const busy = [{ refused: [expect.stringContaining("busy with other commands")] }];
  await expect.poll(() => browser.command("status")).toEqual(busy);
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => gateway.http.connections.open).toBeLessThan(4);
  letGo("");
  await expect.poll(() => browser.command("home.export")).toEqual([{ result: { text: "" } }]);
  expect(exported).toBe(2);
});
