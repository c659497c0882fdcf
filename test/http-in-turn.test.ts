import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** The answer to a wish, or the brightness out of the answer to a read. */
const ANSWER = /"arr":\[\],"obj":\{\}|"brightness":(\d+),"color_mode":\d,"color_cw"/g;

/** A request as it stands in the packet, and the brightness that it wishes for, if it does. */
interface Asked {
  readonly text: (key: string) => string;
  readonly wished?: number;
}

const framed = {
  length: (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`,
  chunks: (body: string) =>
    `Transfer-Encoding: chunked\r\n\r\n3\r\n${body.slice(0, 3)}\r\n${(body.length - 3).toString(16)}\r\n${body.slice(3)}\r\n0\r\n\r\n`,
};
const head = (method: string, key: string): string =>
  `${method} ${LAMP} HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\n`;

const wish = fc
  .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom<"length" | "chunks">("length", "chunks"))
  .map(([wished, how]): Asked => {
    return { wished, text: (key) => head("PUT", key) + framed[how](JSON.stringify({ brightness: wished })) };
  });
const read = fc.constantFrom<Asked>(
  { text: (key) => `${head("GET", key)}\r\n` },
  { text: (key) => head("GET", key) + framed.length("{}") },
);

test("of requests that do not wait for one another, each read shows just what was wished before it", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const { key } = await PairedClient.of(gateway);
  await fc.assert(
    fc.asyncProperty(wish, fc.array(fc.oneof(wish, read), { maxLength: 40 }), async (first, others) => {
      const asked = [first, ...others];
      const socket = await openRaw(gateway.http.port);
      const heard = textUntilClosed(socket);
      socket.write(asked.map(({ text }) => text(key)).join(""));
      socket.write(`GET /the-last-one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const shown = [...(await heard).matchAll(ANSWER)];
      let brightness = 0;
      const expected = asked.map(({ wished }) => {
        brightness = wished ?? brightness;
        return wished === undefined ? String(brightness) : undefined;
      });
      expect(shown.map(([, read]) => read)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
