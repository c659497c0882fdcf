import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DirectSocket, ReceiveBuffer } from "../src/http/server/direct-socket.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { openRaw, parseRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LIGHTS = "/clip/v2/resource/light";

let putBack: (() => void) | undefined;
afterAll(() => putBack?.());

/** Takes from all sockets of this process what only the fast lane needs of them, as another Node may do. */
beforeAll(async () => {
  const server = createServer((socket) => {
    const { _handle: handle } = socket as unknown as { _handle: object };
    const owner = ancestorsOf(handle).find((one) => Object.hasOwn(one, "useUserBuffer"));
    const known = owner && Object.getOwnPropertyDescriptor(owner, "useUserBuffer");
    if (!owner || !known) throw new Error("this Node has no direct sockets");
    Object.defineProperty(owner, "useUserBuffer", { value: undefined });
    // Other files of tests run in this process after this one.
    putBack = () => void Object.defineProperty(owner, "useUserBuffer", known);
    expect(DirectSocket.adopt(socket, new ReceiveBuffer())).toBeUndefined();
    socket.destroy();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(server, "close");
});

function ancestorsOf(one: object): readonly object[] {
  const above: object | null = Object.getPrototypeOf(one);
  return above ? [above, ...ancestorsOf(above)] : [];
}

test("on a Node whose sockets are other ones, everything is answered all the same", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const socket = await openRaw(gateway.http.port);
  socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const { status, envelope } = parseRaw(await textUntilClosed(socket));
  expect([status, envelope.code]).toEqual([200, 0]);
  const again = await Promise.all([LIGHTS, LIGHTS, "/nowhere"].map((path) => gateway.client.send(path)));
  expect(again.map((answer) => answer.status)).toEqual([200, 200, 404]);
});
