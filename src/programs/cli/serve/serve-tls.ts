import { isIPv6 } from "node:net";
import type { TlsOptions } from "../../../edges/http/server/listen-tls.ts";
import { TlsCertificate } from "../../../edges/http/server/tls-certificate.ts";
import { fileRefusal } from "../../../shared/folder-trust.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { log, logWarning } from "./log.ts";
import type { ServeOptions } from "./serve-command.ts";

type TlsFlags = Pick<ServeOptions, "tlsCert" | "tlsKey" | "httpsPort">;

/** HTTPS, where a certificate is given; one that is no good is a fault before anything is served. */
export async function tlsFor({ tlsCert, tlsKey, httpsPort }: TlsFlags): Promise<TlsOptions | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw new CommandFault(["--tls-key needs a certificate: give one with --tls-cert."]);
  if (tlsKey === undefined) throw new CommandFault(["--tls-cert needs a private key: give one with --tls-key."]);
  for (const path of [tlsCert, tlsKey]) {
    const refusal = fileRefusal(path);
    if (refusal !== undefined) throw new CommandFault([`${path}: ${refusal}.`]);
  }
  const certificate = await TlsCertificate.read({
    certificatePath: tlsCert,
    keyPath: tlsKey,
    clock: SYSTEM_CLOCK,
    onChange: (change) =>
      "problem" in change
        ? logWarning(
            `The new HTTPS certificate was rejected: ${change.problem}. The previous certificate stays in use.`,
          )
        : log(`HTTPS uses a new certificate, valid until ${change.validUntil}.`),
  });
  if (certificate instanceof TlsCertificate) return { port: httpsPort, certificate };
  throw new CommandFault([
    `HTTPS cannot be served: ${certificate.problem}. Give other files with --tls-cert and --tls-key.`,
  ]);
}

/** Logs where HTTPS is, and of a certificate that is out of date. */
export function logTls(host: string, port: number | undefined, tls: TlsOptions | undefined): void {
  if (port === undefined || !tls) return;
  const { validUntil } = tls.certificate;
  const isOver = Date.parse(validUntil) < Date.now();
  const validity = isOver ? `expired on ${validUntil}, and clients may reject it` : `is valid until ${validUntil}`;
  const write = isOver ? logWarning : log;
  write(`HTTPS is at https://${isIPv6(host) ? `[${host}]` : host}:${port}; its certificate ${validity}.`);
}
