import { newSecret } from "../../edges/http/secrets.ts";
import type { Ports } from "../../libraries/testing/relay/relay.ts";
import { type LoggedRequest, RequestLog } from "../../libraries/testing/request-log.ts";
import type { TestGatewayOptions } from "../../libraries/testing/test-gateway.ts";
import { Testbed } from "../../libraries/testing/testbed.ts";
import { openControlAddress } from "./control-address.ts";

export interface SandboxOptions {
  readonly gateway: TestGatewayOptions;
  readonly host: string;
  readonly ports: Ports;
  readonly controlHost: string;
  readonly controlPort: number;
  readonly controlOrigins: readonly string[];
  /** Undefined for one that is made. */
  readonly token: string | undefined;
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined;
}

/** What is printed once a sandbox is ready. */
interface SandboxAddresses {
  readonly url: string;
  readonly control: string;
  /** Only if it was made: a token that was given is not printed. */
  readonly token?: string;
  readonly ports: Ports & { readonly control: number };
  readonly identity: { readonly mac: string; readonly resetId: string };
}

export interface Sandbox {
  readonly addresses: SandboxAddresses;
  readonly testbed: Testbed;
  stop(): Promise<void>;
}

/** Starts a gateway for tests, and the address at which they control it. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { gateway, host, controlHost, token = newSecret() } = options;
  const log = new RequestLog(options.onRequest);
  const testbed = await Testbed.start({ gateway, mayReadFiles: true, host, ports: options.ports, log });
  const control = await openControlAddress({
    testbed,
    host: controlHost,
    port: options.controlPort,
    token,
    allowedOrigins: options.controlOrigins,
  }).catch(async (error) => {
    await testbed.stop();
    throw error;
  });
  const { ports, identity } = testbed;
  return {
    addresses: {
      url: urlOf(host, ports.http),
      control: urlOf(controlHost, control.port),
      ...(options.token === undefined ? { token } : {}),
      ports: { ...ports, control: control.port },
      identity,
    },
    testbed,
    async stop() {
      await control.stop();
      await testbed.stop();
    },
  };
}

/** Where a program on this machine reaches it. */
function urlOf(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
