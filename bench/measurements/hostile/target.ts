import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import { type LargeHome, startHome } from "../../support/homes.ts";
import type { Bench } from "../../support/measurement.ts";
import { pairedKey } from "../../support/pairing.ts";

/**
 * A gateway with every listener that it can have, a key for its commands and the group of its whole house. It is not held
 * to one core, where its loop and the thread of its store would wait for one another.
 */
export interface Target extends LargeHome {
  readonly port: number;
  readonly metricsPort: number;
  readonly mqttPort: number;
  readonly httpsPort: number;
  readonly key: string;
  readonly wholeHouseId: string;
}

interface Room {
  readonly room_kind: number;
  readonly services: readonly { readonly rid: string }[];
}

const WHOLE_HOUSE = 1;

export async function startTarget(bench: Bench, lights: number): Promise<Target> {
  const [metricsPort, mqttPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
  const [key, cert] = [join(bench.folder, "key.pem"), join(bench.folder, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert], { stdio: "pipe" });
  const args = [
    `--metrics-port=${metricsPort}`,
    `--mqtt-port=${mqttPort}`,
    `--https-port=${httpsPort}`,
    `--tls-cert=${cert}`,
    `--tls-key=${key}`,
  ];
  const home = await startHome(bench, "hostile-clients", { lights, args, onBothCores: true });
  const rooms = await fetch(`${home.url}/clip/v2/resource/room?include_all_room=1`);
  const { data } = (await rooms.json()) as { readonly data: { readonly arr: readonly Room[] } };
  return {
    ...home,
    port: Number(new URL(home.url).port),
    metricsPort,
    mqttPort,
    httpsPort,
    key: await pairedKey(home),
    wholeHouseId: data.arr.find(({ room_kind }) => room_kind === WHOLE_HOUSE)?.services[0]?.rid ?? "",
  };
}
