import { readFileSync } from "node:fs";
import { get } from "node:http";
import type { PageRecord } from "./page-record.ts";

/** Scripts and styles, of which alone there is more than a little. */
const COUNTED = /\.(?:js|css)$/;

export interface Weight {
  readonly script: number;
  readonly style: number;
}

/** What the browser was sent for the first view, in compressed bytes. */
export function firstViewWeight({ requests }: PageRecord): Weight {
  const bytesOf = new Map(requests.map(({ url, bytes }) => [new URL(url).pathname, bytes]));
  return weightOf([...bytesOf]);
}

/** All views and whatever else is loaded later, as the gateway sends it to a browser. */
export async function wholeWeight(url: string): Promise<Weight> {
  const paths = Object.keys(JSON.parse(readFileSync("dist/page/files.json", "utf8")) as object);
  const counted = paths.filter((path) => COUNTED.test(path));
  return weightOf(await Promise.all(counted.map(async (path) => [path, await sentBytes(url + path)] as const)));
}

function weightOf(files: readonly (readonly [path: string, bytes: number])[]): Weight {
  const sum = (ending: string) =>
    files.filter(([path]) => path.endsWith(ending)).reduce((total, [, bytes]) => total + bytes, 0);
  return { script: sum(".js"), style: sum(".css") };
}

/** Of a body as it is sent to a browser that takes gzip. */
const sentBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (piece: Buffer) => {
        bytes += piece.byteLength;
      });
      response.once("end", () => resolve(bytes));
      response.once("error", reject);
    });
    request.once("error", reject);
  });
