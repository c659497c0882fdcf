import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** The response to a command, or the brightness in the response to a read. */
const RESPONSE = /"arr":\[\],"obj":\{\}|"brightness":(\d+),"color_mode":\d,"color_cw"/g;

/** A request as it stands in the packet, and the brightness that it desires, if it is a command. */
interface PipelinedRequest {
  readonly text: (key: string) => string;
  readonly desired?: number;
}

const framed = {
  length: (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`,
  chunks: (body: string) =>
    `Transfer-Encoding: chunked\r\n\r\n3\r\n${body.slice(0, 3)}\r\n${(body.length - 3).toString(16)}\r\n${body.slice(3)}\r\n0\r\n\r\n`,
};
const head = (method: string, key: string): string =>
  `${method} ${LAMP} HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\n`;

const command = fc
  .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom<"length" | "chunks">("length", "chunks"))
  .map(([desired, how]): PipelinedRequest => {
    return { desired, text: (key) => head("PUT", key) + framed[how](JSON.stringify({ brightness: desired })) };
  });
const read = fc.constantFrom<PipelinedRequest>(
  { text: (key) => `${head("GET", key)}\r\n` },
  { text: (key) => head("GET", key) + framed.length("{}") },
);

test("of requests that do not wait for one another, each read shows just what commands before it desired", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const { key } = await PairedClient.of(gateway);
  await fc.assert(
    fc.asyncProperty(command, fc.array(fc.oneof(command, read), { maxLength: 40 }), async (first, others) => {
      const requests = [first, ...others];
      const socket = await openRaw(gateway.http.port);
      const received = textUntilClosed(socket);
      socket.write(requests.map(({ text }) => text(key)).join(""));
      socket.write(`GET /the-last-one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const shown = [...(await received).matchAll(RESPONSE)];
      let brightness = 0;
      const expected = requests.map(({ desired }) => {
        brightness = desired ?? brightness;
        return desired === undefined ? String(brightness) : undefined;
      });
      expect(shown.map(([, read]) => read)).toEqual(expected);
    }),
    { numRuns: times(100) },
  );
});
