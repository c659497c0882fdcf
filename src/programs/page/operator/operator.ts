import { operatorFetch } from "../access/operator-fetch.ts";
import { linesOf } from "./lines.ts";
import { OperatorRefusal } from "./operator-refusal.ts";
import type { Given, Name, News, Result } from "./page-commands.ts";

interface CommandOptions {
  readonly signal?: AbortSignal;
}

interface OperatorOptions {
  /** The key to give commands with, where this browser has no session. */
  readonly key: () => string | undefined;
  readonly onSessionLost: () => void;
}

/** The operator's commands, over HTTP, under a session; or those that clients with a key may give, with a key. */
export class Operator {
  readonly #options: OperatorOptions;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  /** A command's result; its news are of no interest. */
  async ask<Of extends Name>(name: Of, given: Given<Of>): Promise<Result<Of>> {
    const lines = this.#lines(name, given, {});
    for (;;) {
      const { done, value } = await lines.next();
      if (done) return value as Result<Of>;
    }
  }

  /** A command's news as they come; its result in the end. The signal ends the command. */
  follow<Of extends Name>(name: Of, given: Given<Of>, options: CommandOptions): AsyncGenerator<News<Of>, Result<Of>> {
    return this.#lines(name, given, options) as AsyncGenerator<News<Of>, Result<Of>>;
  }

  async *#lines(name: string, given: object, { signal }: CommandOptions): AsyncGenerator<unknown, unknown> {
    for await (const line of linesOf(await this.#answer(name, given, signal))) {
      const said = JSON.parse(line) as { news?: unknown; result?: unknown; refused?: readonly string[] };
      if (said.refused) throw new OperatorRefusal(said.refused);
      if ("result" in said) return said.result;
      yield said.news;
    }
    throw new OperatorRefusal([
      "The connection ended before the gateway confirmed the command. Check whether it was done.",
    ]);
  }

  async #answer(name: string, given: object, signal: AbortSignal | undefined): Promise<ReadableStream<Uint8Array>> {
    const key = this.#options.key();
    const response = await operatorFetch(`/operator/command/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { "application-key": key }) },
      body: JSON.stringify(given),
      ...(signal ? { signal } : {}),
    });
    if (response.status === 401) {
      this.#options.onSessionLost();
      throw new OperatorRefusal([
        key === undefined ? "Your session has ended." : "This browser is not allowed to do this.",
      ]);
    }
    const isEnvelope = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!response.ok || isEnvelope || !response.body) throw new OperatorRefusal([await messageIn(response)]);
    return response.body;
  }
}

async function messageIn(response: Response): Promise<string> {
  try {
    const { msg } = (await response.json()) as { msg?: unknown };
    return `The gateway refused this: ${msg}.`;
  } catch {
    return `The gateway answered with status ${response.status}.`;
  }
}
