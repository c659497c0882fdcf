/** A session of classic WebDriver, over plain HTTP. */
export class WebDriverSession {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const { sessionId } = (await answerOf("POST", `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })) as { readonly sessionId: string };
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  /** Gives a command, such as `url`; gives what came of it. */
  post(command: string, given: object): Promise<unknown> {
    return answerOf("POST", `${this.#url}/${command}`, given);
  }

  valueOf(expression: string): Promise<unknown> {
    return this.post("execute/sync", { script: `return (${expression})`, args: [] });
  }

  async click(x: number, y: number): Promise<void> {
    const place = { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" };
    const press = { type: "pointerDown", button: 0 };
    const release = { type: "pointerUp", button: 0 };
    await this.#act({
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [place, press, release],
    });
  }

  async type(letters: readonly string[]): Promise<void> {
    const actions = letters.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#act({ type: "key", id: "keyboard", actions });
  }

  async end(): Promise<void> {
    await answerOf("DELETE", this.#url);
  }

  async #act(actions: object): Promise<void> {
    await this.post("actions", { actions: [actions] });
  }
}

async function answerOf(method: string, url: string, given?: object): Promise<unknown> {
  const body = given === undefined ? {} : { body: JSON.stringify(given) };
  const response = await fetch(url, { method, ...body });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
