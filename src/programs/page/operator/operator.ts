import { operatorFetch } from "../access/operator-fetch.ts";
import { linesOf } from "./lines.ts";
import { OperatorRefusal } from "./operator-refusal.ts";
import type { Given, Name, News, Result } from "./page-commands.ts";

interface CommandOptions {
  readonly signal?: AbortSignal;
}

/** The operator's commands, over HTTP, under a session. */
export class Operator {
  readonly #onSessionLost: () => void;

  constructor(onSessionLost: () => void) {
    this.#onSessionLost = onSessionLost;
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
    const response = await operatorFetch(`/operator/command/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
      ...(signal ? { signal } : {}),
    });
    if (response.status === 401) {
      this.#onSessionLost();
      throw new OperatorRefusal(["Your session has ended."]);
    }
    if (!response.ok || !response.body) throw new OperatorRefusal([await messageIn(response)]);
    for await (const line of linesOf(response.body)) {
      const said = JSON.parse(line) as { news?: unknown; result?: unknown; refused?: readonly string[] };
      if (said.refused) throw new OperatorRefusal(said.refused);
      if ("result" in said) return said.result;
      yield said.news;
    }
    throw new OperatorRefusal(["The connection ended before the command was done."]);
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
