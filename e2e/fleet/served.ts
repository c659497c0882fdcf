import { type CommandOutcome, outcomeOf } from "../../test/support/fleet/command-outcome.ts";
import type { Wire } from "../../test/support/http/http-client.ts";

const RESOURCES = "/clip/v2/resource";

/** How long a client waits. */
const PATIENCE_MILLIS = 5_000;

/** A gateway or a front, as its clients reach it. */
export class Served {
  readonly name: string;
  readonly url: string;

  constructor(name: string, url: string) {
    this.name = name;
    this.url = url;
  }

  async list(kind: string): Promise<readonly Wire[]> {
    return JSON.parse(await this.text(kind)).data.arr;
  }

  /** An answer as it comes; path below the resources. */
  async text(path: string): Promise<string> {
    const signal = AbortSignal.timeout(PATIENCE_MILLIS);
    return (await fetch(`${this.url}${RESOURCES}/${path}`, { signal })).text();
  }

  async put(path: string, key: string, body: object): Promise<CommandOutcome> {
    try {
      const answer = await fetch(`${this.url}${RESOURCES}/${path}`, {
        method: "PUT",
        headers: { "application-key": key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MILLIS),
      });
      return outcomeOf((await answer.json()) as { readonly code: number; readonly msg: string });
    } catch {
      return outcomeOf(undefined);
    }
  }
}

/** Pairs with a gateway whose button was pressed. */
export async function keyOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"acme#own"}' });
  const { data } = (await answer.json()) as { readonly data: { readonly obj: { readonly username: string } } };
  return data.obj.username;
}
