import { setTimeout as passed } from "node:timers/promises";
import { HttpClient, type Wire } from "../../test/support/http/http-client.ts";

const TYPES = ["device", "light", "sync", "room", "scene"] as const;
type ListType = (typeof TYPES)[number];

/** Every list of the HTTP interface. */
export type Lists = Readonly<Record<ListType, readonly Wire[]>>;

/** Under one name, whatever the port: addresses of pictures stay the same then. */
const UNDER_ONE_NAME = { headers: { host: "gateway.local" } };

/** What a machine that stood still for seconds answers; its clients ask again. */
const BUSY = 503;
const AGAIN_MILLIS = 500;

/** Each must be answered with 200. */
export async function listTexts(url: string): Promise<Readonly<Record<ListType, string>>> {
  const client = new HttpClient(Number(new URL(url).port));
  const texts = await Promise.all(TYPES.map(async (type) => [type, await textOf(client, type)] as const));
  return Object.fromEntries(texts) as Record<ListType, string>;
}

export async function listsAt(url: string): Promise<Lists> {
  const texts = Object.entries(await listTexts(url));
  return Object.fromEntries(texts.map(([type, text]) => [type, JSON.parse(text).data.arr])) as Record<ListType, Wire[]>;
}

async function textOf(client: HttpClient, type: ListType): Promise<string> {
  const { status, bytes } = await client.send(`/clip/v2/resource/${type}`, UNDER_ONE_NAME);
  if (status === BUSY) return passed(AGAIN_MILLIS).then(() => textOf(client, type));
  if (status !== 200) throw new Error(`${type} is answered with ${status}`);
  return bytes.toString("utf8");
}
