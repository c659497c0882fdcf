import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { idFrom, type PictureId } from "../../../src/core/home/model/ids.ts";
import { HTTP_LIMITS, type HttpLimits } from "../../../src/edges/http/limits.ts";
import { runGateway, type TestGateway } from "../gateway/running-gateway.ts";
import { aScene } from "../home/builders.ts";

const PICTURE = idFrom<PictureId>("AAAAAAAA-0000-4000-8000-000000000000");
const LARGE_BYTES = 16 * 1024 * 1024;

/** Asks for more than the sockets of both sides hold, so that it leaves only as fast as it is read. */
export const LARGE_READ = `GET /pictures/${PICTURE} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** A gateway that has something large to read. */
export async function gatewayWithLargeRead(
  limits: Partial<HttpLimits>,
  overrides: Parameters<typeof runGateway>[0] = {},
): Promise<TestGateway> {
  const running = await runGateway({ limits: { ...HTTP_LIMITS, ...limits }, ...overrides });
  const { gateway } = running;
  const roomId = gateway.home.rooms.all().find(({ kind }) => kind === "normal")?.id;
  const picture = { id: PICTURE, mediaType: "image/png", bytes: Buffer.alloc(LARGE_BYTES, "luxgate ") } as const;
  const scene = aScene({ id: idFrom("AAAAAAAA-0000-4000-8000-00000000000A"), ...(roomId ? { roomId } : {}), picture });
  if (gateway.submit({ kind: "sceneAdded", scene }) !== "done") throw new Error("the scene cannot be added");
  onTestFinished(() => running.stop());
  return running;
}

/** All that a client gets from now on until its connection is over. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => undefined);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.resume();
  });
}

/** The bodies of all answers, in their order; the last may have been cut off. */
export function bodiesIn(text: string): readonly string[] {
  const bodies: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf("\r\n\r\n", at) + 4;
    const length = Number(/\r\nContent-Length: (\d+)\r\n/.exec(text.slice(at, start))?.[1]);
    bodies.push(text.slice(start, start + length));
    at = start + length;
  }
  return bodies;
}

export const isWhole = (body: string | undefined): boolean => body?.length === LARGE_BYTES;
