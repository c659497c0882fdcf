import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const SCRIPT = readFileSync("e2e/support/hostile-page.mjs");
const PAGE = `<!doctype html><title>hostile</title><body><script type="module">
import * as attacks from "/hostile-page.mjs";
globalThis.attacks = attacks;
</script>`;

/** A web server of somebody else's, whose pages attack a gateway. */
export class HostileSite {
  readonly origin: string;
  /** What browsers sent, the newest last. */
  readonly received: IncomingMessage[] = [];
  /** Further headers of the page, such as cookies to set. */
  headers: Readonly<Record<string, string | readonly string[]>> = {};

  private constructor(origin: string) {
    this.origin = origin;
  }

  /** Serves under a host name that leads to this machine. */
  static async serve(host: string): Promise<HostileSite> {
    const server = createServer((request, response) => site.#answer(request, response));
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const site = new HostileSite(`http://${host}:${(server.address() as AddressInfo).port}`);
    return site;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.received.push(request);
    const url = new URL(request.url ?? "/", this.origin);
    const to = url.searchParams.get("to");
    if (to !== null) response.writeHead(307, { Location: to }).end();
    else if (url.pathname.endsWith(".mjs")) response.writeHead(200, { "Content-Type": "text/javascript" }).end(SCRIPT);
    else response.writeHead(200, { "Content-Type": "text/html", ...this.headers } as Record<string, string>).end(PAGE);
  }
}
