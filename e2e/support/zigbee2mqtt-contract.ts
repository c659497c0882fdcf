import { Compile } from "typebox/compile";
import { SuccessEnvelope } from "../../src/core/contract/envelope.ts";
import { OPERATIONS, type Operation } from "../../src/core/contract/operations.ts";
import type { Envelope, HttpClient, Wire } from "../../test/support/http/http-client.ts";

type Resources = Exclude<Operation["answer"], string>;

/** A read of resources. */
interface Read extends Pick<Operation, "path" | "query"> {
  readonly answer: Resources;
}

const READS = Object.values<Operation>(OPERATIONS).filter(
  (operation): operation is Operation & Read => operation.method === "GET" && typeof operation.answer === "object",
);

export interface EveryAnswer {
  /** By their paths. */
  readonly resources: ReadonlyMap<string, Wire>;
  /** What was not as the contract has it. */
  readonly faults: readonly string[];
}

/** Reads every list with all its options, and every resource by itself, too. */
export async function readEverything(client: HttpClient): Promise<EveryAnswer> {
  const { resources, faults } = await readLists(client);
  for (const one of READS.filter(({ path }) => path.endsWith("/:id"))) {
    const paths = [...resources.keys()].filter((path) => path.startsWith(one.path.replace(":id", "")));
    for (const path of paths) await answerTo(client, { ...one, path }, faults);
  }
  return { resources, faults };
}

export async function readLists(client: HttpClient) {
  const resources = new Map<string, Wire>();
  const faults: string[] = [];
  for (const list of READS.filter(({ path }) => !path.includes(":id"))) {
    const json = await answerTo(client, list, faults);
    for (const resource of json.data?.arr ?? []) resources.set(`${list.path}/${resource.id}`, resource);
  }
  return { resources, faults };
}

async function answerTo(client: HttpClient, { path, query, answer }: Read, faults: string[]): Promise<Envelope> {
  const switches = Object.entries(query).flatMap(([name, kind]) => (kind === "switch" ? [`${name}=1`] : []));
  const { status, json } = await client.send(`${path}?${switches.join("&")}`, { headers: { host: "gateway.local" } });
  const checker = checkerOf(answer);
  if (status !== 200 || !checker.Check(json)) {
    faults.push(`${path}: ${status} ${JSON.stringify(checker.Errors(json).slice(0, 3))}`);
  }
  return json;
}

const checkers = new Map<object, ReturnType<typeof Compile>>();

function checkerOf(answer: Resources) {
  const checker = checkers.get(answer) ?? Compile(SuccessEnvelope(answer.layout, answer.resource));
  checkers.set(answer, checker);
  return checker;
}
