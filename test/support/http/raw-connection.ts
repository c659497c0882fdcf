import { connect, type Socket } from "node:net";

/** What came back on a connection until the other side closed it. */
export interface RawExchange {
  readonly text: string;
  readonly status: number;
  readonly envelope: { code: number; msg: string; data: unknown };
}

/** Sends bytes as they are, and waits until the gateway closes the connection. */
export async function exchangeRaw(port: number, bytes: string | Uint8Array): Promise<RawExchange> {
  const socket = await openRaw(port);
  socket.write(bytes);
  return parseRaw(await textUntilClosed(socket));
}

/** From one of this machine's own addresses if it is given. */
export function openRaw(port: number, host = "127.0.0.1", localAddress?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, localAddress }, () => resolve(socket));
    socket.once("error", reject);
  });
}

export function textUntilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

export function parseRaw(text: string): RawExchange {
  const [head = "", ...body] = text.split("\r\n\r\n");
  return { text, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), envelope: JSON.parse(body.join("\r\n\r\n")) };
}
