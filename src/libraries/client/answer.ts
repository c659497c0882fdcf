import { isObject, type JsonObject } from "../../shared/is-object.ts";
import { LuxgateError, refusalNamed } from "./luxgate-error.ts";
import type { OperationRow } from "./operation-table.ts";

/** The content of a response, as the operation's row says; a refusal is thrown. */
export async function contentOf(response: Response, answer: OperationRow["answer"]): Promise<unknown> {
  switch (answer) {
    case "list":
      return listIn(response, await dataIn(response));
    case "one":
      return oneIn(response, await dataIn(response));
    case "nothing":
      await dataIn(response);
      return undefined;
    case "picture":
      if (!response.ok) throw await refusalIn(response);
      return new Uint8Array(await response.arrayBuffer());
    default:
      if (!response.ok) throw await refusalIn(response);
      return jsonOf(response);
  }
}

/** The refusal in a response. */
export const refusalIn = async (response: Response): Promise<LuxgateError> => refusal(response, await jsonOf(response));

/** `len` is ignored: the list itself counts. */
function listIn(response: Response, { arr }: JsonObject): readonly unknown[] {
  if (!Array.isArray(arr)) throw badAnswer(response, "data.arr is not a list");
  return arr;
}

function oneIn(response: Response, { obj }: JsonObject): JsonObject {
  if (!isObject(obj) || Object.keys(obj).length === 0) throw badAnswer(response, "data.obj is empty");
  return obj;
}

/** `data` of a success. */
async function dataIn(response: Response): Promise<JsonObject> {
  const json = await jsonOf(response);
  const { code, data } = isObject(json) ? json : {};
  if (!response.ok || code !== 0) throw refusal(response, json);
  return isObject(data) ? data : {};
}

/** Undefined for a body that is no JSON. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(response: Response, json: unknown): LuxgateError {
  const { code, msg } = isObject(json) ? json : {};
  const gatewayCode = typeof code === "number" ? code : undefined;
  const gatewayMessage = typeof msg === "string" ? msg : undefined;
  const name = refusalNamed(gatewayCode, response.status);
  return new LuxgateError(
    name,
    gatewayMessage ?? `the gateway answered with status ${response.status} and no message`,
    {
      status: response.status,
      ...(gatewayCode === undefined ? {} : { gatewayCode }),
      ...(gatewayMessage === undefined ? {} : { gatewayMessage }),
    },
  );
}

const badAnswer = ({ status }: Response, what: string): LuxgateError =>
  new LuxgateError("bad-answer", what, { status });
