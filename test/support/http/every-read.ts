import {
  OPERATIONS,
  type OperationName,
  type ParameterKind,
  type ReadName,
} from "../../../src/core/contract/operations.ts";
import type { Home } from "../../../src/core/home/home.ts";
import { TOP_CATEGORIES } from "../../../src/core/home/model/product.ts";
import type { Reads } from "../../../src/edges/http/read/reads.ts";
import { isRefusal } from "../../../src/edges/http/refusal.ts";
import { route } from "../../../src/edges/http/route.ts";
import { refusalResponse } from "../../../src/edges/http/server/plain-responses.ts";
import { ASKED, atOnce, readsOf } from "./reads-of.ts";

const NO_ONE = "FFFFFFFF-0000-4000-8000-000000000000";

/** What a filter may ask for that can make a difference in a home. */
const wantedBy = (kind: Exclude<ParameterKind, "switch">, home: Home): readonly string[] => {
  const wanted: Record<typeof kind, readonly string[]> = {
    flags: ["0", "1"],
    categories: Object.keys(TOP_CATEGORIES),
    uuid: home.rooms.all().map(({ id }) => id),
    texts: [...new Set(home.devices.all().map(({ serialNumber }) => encodeURIComponent(toWellFormed(serialNumber))))],
  };
  return wanted[kind];
};

/** What a client can write of a text. */
const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

/** No filter and each by itself, with every choice of extensions. */
function queriesOf(query: Readonly<Record<string, ParameterKind>>, home: Home): readonly string[] {
  const parameters = Object.entries(query);
  const filters = parameters.flatMap(([name, kind]) =>
    kind === "switch" ? [] : wantedBy(kind, home).map((value) => `&${name}=${value}`),
  );
  const switches = parameters.flatMap(([name, kind]) => (kind === "switch" ? [`&${name}=1`] : []));
  let queries = ["", ...filters];
  for (const name of switches) queries = queries.flatMap((some) => [some, some + name]);
  return queries;
}

const idsIn = ({ devices, lights, syncBoxes, rooms, scenes }: Home): readonly string[] => [
  ...[devices, lights, syncBoxes, rooms, scenes].flatMap((kind) => kind.all().map(({ id }): string => id)),
  ...scenes.all().flatMap(({ picture }) => picture?.id ?? []),
  NO_ONE,
];

/** All that follow from the home. */
const READS = Object.values(OPERATIONS).filter(
  ({ method, answer }) => method === "GET" && answer !== "event-stream" && answer !== "openapi" && answer !== "nothing",
);

/** Everything that can be read of a home over HTTP: each target with its answer. */
export function everyRead(home: Home, reads: Reads = readsOf(home)): ReadonlyMap<string, string> {
  const targets = READS.flatMap(({ path, query }) =>
    (path.includes(":id") ? idsIn(home).map((id) => path.replace(":id", id)) : [path]).flatMap((target) =>
      queriesOf(query, home).map((queryText) => ({ path: target, queryText })),
    ),
  );
  const read = ({ path, queryText }: (typeof targets)[number]) => {
    const found = route("GET", path);
    if (isRefusal(found) || found.to === "options" || !isRead(found.name)) throw new Error(`${path} is no read`);
    const read = reads.reader(found.name, ASKED, { id: found.id, queryText });
    const { status, mediaType, body } = isRefusal(read) ? refusalResponse(read) : atOnce(read());
    return `${status} ${mediaType} ${Buffer.concat(body).toString("latin1")}`;
  };
  return new Map([
    ...targets.map((target) => [`${target.path}?${target.queryText}`, read(target)] as const),
    ["identity", JSON.stringify(home.identity)],
  ]);
}

const isRead = (name: string): name is ReadName => OPERATIONS[name as OperationName].method === "GET";
