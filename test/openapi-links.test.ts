import { beforeAll, expect, test } from "vitest";
import { OPERATIONS, type OperationName } from "../src/core/contract/operations.ts";
import { type DocumentedGateway, runDocumentedGateway } from "./support/http/documented-gateway.ts";
import type { Received, Wire } from "./support/http/http-client.ts";

let gateway: DocumentedGateway["gateway"];
let read: DocumentedGateway["read"];
let key: string;
beforeAll(async () => {
  ({ gateway, read, key } = await runDocumentedGateway());
  for (const { id } of gateway.gateway.home.devices.all()) {
    gateway.gateway.submit({ kind: "deviceAdmitted", deviceId: id });
  }
  return gateway.stop;
});

type Given = Readonly<Record<string, string>>;

const BODIES = { GET: "", PUT: '{"on":1}', POST: '{"device_type":"acme#panel"}' } as const;

/** Asks for an operation, with each parameter where it belongs. */
function ask(name: OperationName, { id = "", "application-key": given = key, ...query }: Given): Promise<Received> {
  const { method, path, query: known } = OPERATIONS[name];
  expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(query)));
  const target = `${path.replace(":id", id)}?${new URLSearchParams(query)}`;
  return gateway.client.send(target, {
    method,
    headers: { "application-key": given },
    body: name === "setScene" ? '{"is_active":1}' : BODIES[method],
  });
}

/** What an expression of a link comes to; empty where the answer does not have it. */
function evaluated(expression: string, answer: Wire, { id = "" }: Given): string {
  if (expression === "$request.path.id") return id;
  const [, pointer = ""] = /^\$response\.body#\/(.*)$/.exec(expression) ?? [];
  return pointer.split("/").reduce((value, name) => value?.[name], answer) ?? "";
}

/** An answer for each item of its list, which stands first there: links name the first. */
const turnedRound = (answer: Wire): readonly Wire[] =>
  answer?.data.arr?.length > 0 ? answer.data.arr.map((item: Wire) => ({ data: { arr: [item] } })) : [answer];

/** The gateway, a dial and a sync box are devices too. */
const hasLights = ({ data: { arr, obj } }: Wire): boolean =>
  (arr?.[0] ?? obj).services?.some(({ rtype }: Wire) => rtype === "light") === true;

interface Step {
  readonly name: OperationName;
  readonly given: Given;
}

/** Asks, and gives where the answer leads; none may be a refusal. */
async function followed({ name, given }: Step): Promise<readonly Step[]> {
  const { status, json } = await ask(name, given);
  const expected = name === "getPicture" ? "a picture" : 0;
  expect([name, given, status, json?.code ?? "a picture"]).toEqual([name, given, 200, expected]);
  const links = Object.values(read.response(name, 200)?.links ?? {});
  return links.flatMap(({ operationId, parameters }) =>
    turnedRound(json).flatMap((answer) => {
      const next = Object.entries(parameters).map(([as, from]) => [as, evaluated(from, answer, given)] as const);
      const isThere = next.every(([, value]) => value !== "");
      const isLit = operationId !== "setDeviceLight" || hasLights(answer);
      return isThere && isLit ? [{ name: operationId as OperationName, given: Object.fromEntries(next) }] : [];
    }),
  );
}

test("whoever follows the links gets everywhere that takes an id, and never where nothing is", async () => {
  gateway.gateway.pressButton();
  const lists = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => name.startsWith("list"));
  const steps: Step[] = [...lists, "pair" as const].map((name) => ({ name, given: {} }));
  const followedSteps = new Map<string, OperationName>();
  for (let step = steps.shift(); step; step = steps.shift()) {
    const words = JSON.stringify(step);
    if (followedSteps.has(words)) continue;
    followedSteps.set(words, step.name);
    steps.push(...(await followed(step)));
  }
  const taking = Object.entries(OPERATIONS).flatMap(([name, { path }]) => (path.includes(":id") ? [name] : []));
  expect([...followedSteps.values()]).toEqual(expect.arrayContaining(taking));
  expect([...followedSteps.keys()].filter((words) => words.includes("application-key"))).toHaveLength(1);
});
