import { once } from "node:events";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { OperatedGateway, temporaryFolder } from "../../../test/support/gateway/operated-gateway.ts";
import { busyFor, turnsOfLoop } from "../../../test/support/loop-turns.ts";
import { askGateway } from "../../programs/cli/operator/operator.ts";
import { MAX_LINE_BYTES } from "./protocol.ts";

/** Says something to the socket as it is, and hears everything until the gateway is done. */
async function answersTo(path: string, sent: Uint8Array | string): Promise<readonly unknown[]> {
  const socket = connect({ path, allowHalfOpen: true });
  socket.end(sent);
  const text = (await buffer(socket)).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

describe("the operator's socket", () => {
  test("can be opened by its own user only", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const { socketPath } = await OperatedGateway.start();
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(0);
  });

  test("is gone when the gateway has stopped", async () => {
    const operated = await OperatedGateway.start();
    await operated.stop();
    expect(statSync(operated.socketPath, { throwIfNoEntry: false })).toBeUndefined();
    expect(await operated.refusal("press", {})).toEqual([
      expect.stringMatching(RegExp(`^No gateway is running in ${operated.folder}\\..*luxgate serve.*--data-dir`)),
    ]);
  });

  test("takes the place of one that a dead process left", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "control.sock"), "");
    const operated = await OperatedGateway.start({ folder });
    await operated.ask("press", {});
    expect(operated.presses).toBe(1);
  });

  test("outlives operators who leave in the middle of a command", async () => {
    const operated = await OperatedGateway.start();
    for (const sent of ["", "{", `${JSON.stringify({ command: "devices", with: {} })}\n`.repeat(200)]) {
      const socket = connect({ path: operated.socketPath, allowHalfOpen: true });
      await once(socket, "connect");
      socket.write(sent);
      socket.destroy();
      await once(socket, "close");
    }
    await operated.ask("press", {});
    expect(operated.presses).toBe(1);
  });

  test("is found in a folder whose path is too long for a socket's address", async () => {
    const folder = join(temporaryFolder(), "a".repeat(120), "b".repeat(120));
    mkdirSync(folder, { recursive: true });
    const operated = await OperatedGateway.start({ folder });
    await operated.ask("press", {});
    expect(operated.presses).toBe(1);
    await operated.stop();
    expect(statSync(operated.socketPath, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("that cannot be had is reported and tried again every two seconds, until it can", async () => {
    const folder = join(temporaryFolder(), "later");
    const operated = await OperatedGateway.start({ folder });
    const path = join(folder, "control.sock");
    const lost = { listening: false, path, reason: "ENOENT" };
    expect(operated.states).toEqual([lost]);
    operated.clock.advance(2_000);
    await expect.poll(() => operated.states).toEqual([lost, lost]);
    mkdirSync(folder);
    operated.clock.advance(2_000);
    await expect.poll(() => operated.states.at(-1)).toEqual({ listening: true, path });
    await operated.ask("press", {});
  });

  test("does not take the place of a folder", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "control.sock"));
    const operated = await OperatedGateway.start({ folder });
    expect(operated.states).toMatchObject([{ listening: false, reason: "another file already has that name" }]);
  });

  test("is not tried again once the gateway has stopped", async () => {
    const folder = join(temporaryFolder(), "never");
    const operated = await OperatedGateway.start({ folder });
    await operated.stop();
    mkdirSync(folder);
    operated.clock.advance(10_000);
    expect(operated.states).toHaveLength(1);
  });
});

describe("a line", () => {
  test("that asks for something is answered by one line", async () => {
    const { socketPath } = await OperatedGateway.start();
    expect(await answersTo(socketPath, '{"command":"press"}\n')).toEqual([{ result: { pairingMillis: 10_000 } }]);
  });

  test("may lack its end when it is the last, and several are answered in their order", async () => {
    const { socketPath } = await OperatedGateway.start();
    const answers = await answersTo(
      socketPath,
      '{"command":"room.list"}\n{"command":"nothing"}\n{"command":"press","with":{}}',
    );
    expect(answers).toEqual([
      { result: expect.any(Array) },
      { refused: ['Unknown command "nothing".'] },
      { result: { pairingMillis: 10_000 } },
    ]);
  });

  test.each([
    [
      '{"command":"device.rename","with":{"device":"Ceiling"}}',
      '"name" is missing; expected a name of 1 to 128 characters',
    ],
    [
      '{"command":"device.rename","with":{"device":"Ceiling","nam":"x","name":"y"}}',
      'unknown key "nam"; did you mean "name"?',
    ],
    ['{"command":"device.renam"}', 'Unknown command "device.renam"; did you mean "device.rename"?'],
    ['{"command":"__proto__"}', 'Unknown command "__proto__".'],
    ["[]", 'Expected a line such as {"command":"device.list","with":{}}.'],
    ["", 'Expected a line such as {"command":"device.list","with":{}}.'],
  ])("%s is refused: %s", async (line, refusal) => {
    const { socketPath } = await OperatedGateway.start();
    expect(await answersTo(socketPath, `${line}\n`)).toEqual([{ refused: [refusal] }]);
  });

  test("that goes too deep is refused before it is parsed, also inside of what a command is given", async () => {
    const operated = await OperatedGateway.start();
    const deep = "[".repeat(1_000_000);
    const refused = [{ refused: [expect.stringMatching(/deeper than 64 levels/)] }];
    expect(await answersTo(operated.socketPath, `${deep}\n`)).toEqual(refused);
    const inside = `{"command":"device.rename","with":{"device":${"[".repeat(20_000)}${"]".repeat(20_000)}}}\n`;
    expect(await answersTo(operated.socketPath, inside)).toEqual(refused);
    expect(operated.faults).toEqual([]);
  });

  test("with a thousand problems is refused with a hundred of them", async () => {
    const { socketPath } = await OperatedGateway.start();
    const given = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key${index}`, index]));
    const [answer] = await answersTo(socketPath, `${JSON.stringify({ command: "press", with: given })}\n`);
    expect(answer).toMatchObject({ refused: { length: 101 } });
  });

  test("that is too long is refused, and nothing after it is read", async () => {
    const { socketPath, presses } = await OperatedGateway.start();
    const endless = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
    expect(await answersTo(socketPath, endless)).toEqual([
      { refused: [expect.stringMatching(RegExp(`too long.* ${MAX_LINE_BYTES} bytes`))] },
    ]);
    expect(presses).toBe(0);
  });

  test("of any bytes gets an answer, and the gateway goes on", async () => {
    const operated = await OperatedGateway.start();
    const command = fc.constantFrom("device.list", "device.rename", "join", "set", "home.import", "sim.play", "press");
    const anyRequest = fc.record({ command, with: fc.dictionary(fc.string(), fc.jsonValue()) });
    const anyLine = fc.oneof(
      fc.uint8Array().map((bytes) => bytes.filter((byte) => byte !== 0x0a)),
      anyRequest.map((request) => Buffer.from(JSON.stringify(request))),
      fc.json().map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(anyLine, async (line) => {
        const answers = await answersTo(operated.socketPath, Buffer.concat([line, Buffer.from("\n")]));
        expect(answers).toHaveLength(1);
      }),
    );
    await operated.ask("press", {});
    expect(operated.faults).toEqual([]);
  });
});

/** A socket that reads nothing of what it is answered. */
async function unreadSocket(path: string): Promise<Socket> {
  const socket = connect({ path });
  socket.on("error", () => undefined).pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

const EXPORT = `${JSON.stringify({ command: "home.export" })}\n`;

describe("operators who send many lines at once", () => {
  test("get one done, and no more is read from them before they have read its answer", async () => {
    let exported = 0;
    const exportHome = async () => {
      exported += 1;
      return "x".repeat(4 * 1024 * 1024);
    };
    const operated = await OperatedGateway.start({ controls: { exportHome } });
    const socket = await unreadSocket(operated.socketPath);
    socket.write(EXPORT.repeat(100_000));
    await expect.poll(() => exported).toBe(1);
    for (let times = 0; times < 20; times += 1) await operated.ask("press", {});
    expect(exported).toBe(1);
    expect(socket.writableLength).toBeGreaterThan(0);
  });

  test("let the event loop turn between two commands that take long", async () => {
    const turns = turnsOfLoop();
    const exportedIn: number[] = [];
    const exportHome = async () => {
      exportedIn.push(turns.count);
      busyFor(3);
      return "";
    };
    const { socketPath } = await OperatedGateway.start({ controls: { exportHome } });
    expect(await answersTo(socketPath, EXPORT.repeat(20))).toHaveLength(20);
    expect(new Set(exportedIn).size).toBe(20);
  });

  test("get nothing more done once they have left", async () => {
    const { promise: isLet, resolve: letGo } = Promise.withResolvers<string>();
    let exported = 0;
    const exportHome = () => {
      exported += 1;
      return isLet;
    };
    const operated = await OperatedGateway.start({ controls: { exportHome } });
    const socket = await unreadSocket(operated.socketPath);
    socket.write(EXPORT.repeat(10));
    await expect.poll(() => exported).toBe(1);
    socket.destroy();
    await once(socket, "close");
    letGo("");
    for (let times = 0; times < 10; times += 1) await operated.ask("press", {});
    await operated.ask("home.export", {});
    expect(exported).toBe(2);
  });
});

test("a fault inside the gateway is logged, and answered without its insides", async () => {
  const fault = new Error("the insides");
  const exportHome = () => {
    throw fault;
  };
  const operated = await OperatedGateway.start({ controls: { exportHome } });
  expect(await operated.refusal("home.export", {})).toEqual([
    "The gateway failed to carry out the command. See its log.",
  ]);
  expect(operated.faults).toEqual([fault]);
});

test.each([
  ["", "The gateway stopped before it answered."],
  ["{}\n", "The gateway and this command have different versions. Restart the gateway."],
  ['{"result":{}}\n', "The gateway and this command have different versions. Restart the gateway."],
  ['{"news":1}\n', "The gateway and this command have different versions. Restart the gateway."],
])("a gateway that answers %j is refused: %s", async (says, words) => {
  const folder = temporaryFolder();
  const server = createServer((socket) => socket.end(says)).listen(join(folder, "control.sock"));
  onTestFinished(() => void server.close());
  await once(server, "listening");
  await expect(askGateway("press", {}, { folder })).rejects.toThrow(words);
});
