import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import { SLICE_BYTES, SlicedWrite } from "./sliced-write.ts";

/** Both ends of a connection. */
async function connection(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const far = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  const [near] = (await once(server, "connection")) as [Socket];
  server.close();
  near.on("error", () => undefined);
  onTestFinished(() => {
    near.destroy();
    far.destroy();
  });
  return { near, far };
}

const freshTurns = () => new FairTurns({ now: () => performance.now(), sliceMillis: 1, later: inNextTurn });

const bodyOf = (lengths: readonly number[]) => lengths.map((length, place) => Buffer.alloc(length, place + 1));

function write(near: Socket, body: readonly Uint8Array[]): Promise<void> {
  return new Promise((resolve) => {
    const onTaken = () => resolve();
    new SlicedWrite({
      sink: near,
      body,
      sliceBytes: SLICE_BYTES,
      clientAddress: "a",
      turns: freshTurns(),
      onTaken,
    }).begin();
  });
}

test("a body of any pieces arrives as it is", async () => {
  const anyLengths = fc.array(fc.nat({ max: 2 * SLICE_BYTES }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyLengths, async (lengths) => {
      fc.pre(lengths.some((length) => length > 0));
      const { near, far } = await connection();
      const arrived: Buffer[] = [];
      far.on("data", (bytes: Buffer) => arrived.push(bytes));
      const body = bodyOf(lengths);
      await write(near, body);
      near.end();
      await once(far, "end");
      expect(Buffer.concat(arrived).equals(Buffer.concat(body))).toBe(true);
    }),
    { numRuns: times(20) },
  );
});

test("where others wait, no turn writes more than a slice, though the kernel would take more", async () => {
  const { near, far } = await connection();
  far.resume();
  const turns = freshTurns();
  const written: number[] = [];
  let before = 0;
  /** Somebody who always waits, and looks at what was written since. */
  const other = {
    owner: "b",
    takeTurn() {
      written.push(near.bytesWritten - before);
      before = near.bytesWritten;
      turns.add(other);
      return 1;
    },
  };
  turns.add(other);
  let isTaken = false;
  const onTaken = () => {
    isTaken = true;
    turns.stop();
  };
  new SlicedWrite({
    sink: near,
    body: bodyOf([10 * SLICE_BYTES]),
    sliceBytes: SLICE_BYTES,
    clientAddress: "a",
    turns,
    onTaken,
  }).begin();
  await expect.poll(() => isTaken).toBe(true);
  expect(near.bytesWritten).toBe(10 * SLICE_BYTES);
  expect(Math.max(...written)).toBeLessThanOrEqual(SLICE_BYTES);
});

test("where nobody waits, a body is written at once as far as the turn lasts and the kernel takes it", async () => {
  const { near, far } = await connection();
  far.resume();
  const turns = new FairTurns({ now: () => 0, sliceMillis: 1, later: inNextTurn });
  new SlicedWrite({
    sink: near,
    body: bodyOf([2 * SLICE_BYTES]),
    sliceBytes: SLICE_BYTES,
    clientAddress: "a",
    turns,
    onTaken: () => undefined,
  }).begin();
  expect(near.bytesWritten + near.writableLength).toBe(2 * SLICE_BYTES);
});

test("a client that leaves in the middle gets no more, and takes no more turns", async () => {
  const { near, far } = await connection();
  let count = 0;
  const turns = new FairTurns({
    now: () => performance.now(),
    sliceMillis: 1,
    later: (run) => {
      count += 1;
      return inNextTurn(run);
    },
  });
  let isTaken = false;
  const onTaken = () => {
    isTaken = true;
  };
  new SlicedWrite({
    sink: near,
    body: bodyOf([400 * SLICE_BYTES]),
    sliceBytes: SLICE_BYTES,
    clientAddress: "a",
    turns,
    onTaken,
  }).begin();
  far.once("data", () => far.destroy());
  await new Promise((resolve) => near.once("close", resolve));
  const before = count;
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect({ isTaken, more: count - before }).toEqual({ isTaken: false, more: 0 });
});
