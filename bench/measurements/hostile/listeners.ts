import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import type { Bench } from "../../support/measurement.ts";

/** The listeners beside HTTP. */
export interface Listeners {
  readonly metricsPort: number;
  readonly mqttPort: number;
  readonly httpsPort: number;
}

/** Every listener that there can be, and the arguments that make a program listen so. */
export async function allListeners({
  folder,
}: Bench): Promise<{ readonly listeners: Listeners; readonly args: readonly string[] }> {
  const [metricsPort, mqttPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert], { stdio: "pipe" });
  const args = [
    `--metrics-port=${metricsPort}`,
    `--mqtt-port=${mqttPort}`,
    `--https-port=${httpsPort}`,
    `--tls-cert=${cert}`,
    `--tls-key=${key}`,
  ];
  return { listeners: { metricsPort, mqttPort, httpsPort }, args };
}
