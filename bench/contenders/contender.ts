import { isDeepStrictEqual } from "node:util";
import { LIGHTS_PATH } from "../support/homes.ts";
import { type Server, startNode } from "../support/process.ts";

/** Somebody who serves the list. */
export interface Contender {
  readonly name: string;
  /** Where the list is. */
  readonly list: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** What a contender is given: a file with the bytes of the list, and a folder for what it needs beside it. */
export interface Given {
  readonly listFile: string;
  readonly folder: string;
}

export const contender = (name: string, { url, process, stop }: Server, path = LIGHTS_PATH): Contender => ({
  name,
  list: new URL(path, url).href,
  pid: process.pid,
  stop,
});

const BARE_SOCKETS = "bare net, ready bytes";
export const READY_BYTES = "node:http, ready bytes";
export const SERIALISED = "node:http, JSON.stringify";

/** Servers on Node with nothing but the list. */
export const startPlain = ({ listFile }: Given): Promise<readonly Contender[]> =>
  Promise.all(
    [
      { name: BARE_SOCKETS, program: "serve-bare-sockets" },
      { name: READY_BYTES, program: "serve-ready-bytes" },
      { name: SERIALISED, program: "serve-serialised" },
    ].map(async ({ name, program }) => contender(name, await startNode([`dist/bench/${program}.js`, listFile]))),
  );

/** Each is to serve the same list; one that lays JSON out in its own way may send other bytes. Gives how many. */
export async function checkedBytes({ name, list }: Contender, expected: Buffer): Promise<number> {
  const answer = await fetch(list, { headers: { "Accept-Encoding": "identity" } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isSame = bytes.equals(expected) || isDeepStrictEqual(JSON.parse(bytes.toString()), JSON.parse(`${expected}`));
  if (answer.status !== 200 || !isSame) throw new Error(`${name} does not serve the list: ${bytes.subarray(0, 200)}`);
  return bytes.byteLength;
}
