import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { Check } from "typebox/value";
import { expect, onTestFinished, test } from "vitest";
import { DiscoveryReply } from "../src/core/contract/discovery.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { mutated, type Odd } from "./support/fuzz-mutation.ts";
import { FUZZ_SEED, fuzzed, patienceFor, shareOf } from "./support/fuzz-run.ts";
import { Program } from "./support/program.ts";

const DATAGRAMS = shareOf(1_000_000);
/** So many are sent before an answer is waited for: more than that may be lost on the way. */
const AT_ONCE = 50;
const REQUEST = Buffer.from('{"op":101}');
const REQUESTS: readonly [string, ...string[]] = [
  '{"op":101}',
  ' { "op" : 101 } ',
  '{"op":101,"more":[1,2,{"a":null}]}',
  '{"op":102,"data":{"name":"x","ip":"10.0.0.1"}}',
  '{"op":"101"}',
  `{"op":101,"pad":"${"x".repeat(480)}"}`,
];
const ODD: Odd = ["{", "}", "[", '"', "\\", "\0", "101", "1e2", "null", "\xef\xbb\xbf", "\\u0000", '"op":101,', "\xff"];

async function openSocket(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return socket;
}

test(
  `P3: ${DATAGRAMS} datagrams, damaged or not: whoever asks is answered, and nothing is left behind`,
  async () => {
    const program = Program.serve(["--host", "127.0.0.1"]);
    const { discoveryPort } = await program.ready();
    const [socket, last] = [await openSocket(), await openSocket()];
    const wrong: string[] = [];
    let answers = 0;
    socket.on("message", (message) => {
      answers += 1;
      const reply: unknown = JSON.parse(message.toString("utf8"));
      if (!Check(DiscoveryReply, reply)) wrong.push(message.toString("utf8"));
    });
    // Datagrams of one machine are taken in their order: once this one is answered, so are those before it.
    const isAnswered = async (datagram: Buffer) => {
      last.send(datagram, discoveryPort, "127.0.0.1");
      await once(last, "message");
    };
    const chance = new Seeded(FUZZ_SEED);
    const fuzz = async (count: number) => {
      for (let sent = 0; sent < count; sent += AT_ONCE + 1) {
        for (let one = 0; one < AT_ONCE; one += 1) {
          const datagram = Buffer.from(chance.oneOf(REQUESTS), "latin1");
          socket.send(chance.below(4) === 0 ? datagram : mutated(datagram, chance, ODD), discoveryPort, "127.0.0.1");
        }
        await isAnswered(REQUEST);
      }
    };
    await fuzzed(program, { what: "datagrams", count: DATAGRAMS, fuzz });
    console.log(`${answers} answers.`);
    expect(wrong).toEqual([]);
    expect(answers).toBeGreaterThan(DATAGRAMS / 10);
  },
  patienceFor(DATAGRAMS),
);
