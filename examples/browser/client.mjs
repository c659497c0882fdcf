// A small client for a page. Its origin must be allowed: `luxgate serve --allow-origin`, or `allowOrigin` in tests.

export class Client {
  constructor(url, { key = "", timeoutMillis = 5000 } = {}) {
    Object.assign(this, { url, key, timeoutMillis });
  }

  /** Tries once more when it fails: a gateway may be restarting. */
  async lights() {
    const ask = () => this.#ask("GET", "/clip/v2/resource/light");
    const { arr } = await ask().catch(ask);
    return arr;
  }

  async turn(id, on) {
    await this.#ask("PUT", `/clip/v2/resource/light/${id}`, JSON.stringify({ on: Number(on) }));
  }

  async #ask(method, path, body) {
    const headers = this.key === "" ? {} : { "application-key": this.key };
    const signal = AbortSignal.timeout(this.timeoutMillis);
    const answer = await fetch(this.url + path, { method, headers, body, signal });
    const { code, msg, data } = await answer.json();
    if (code !== 0) throw new Error(`The gateway refused: ${msg}`);
    return data;
  }
}
