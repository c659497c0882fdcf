import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

/** Where figures were measured, and with what. */
export interface Surroundings {
  readonly machine: string;
  readonly system: string;
  readonly versions: string;
}

export function surroundings(): Surroundings {
  const processor = cpus()[0]?.model ?? "unknown processor";
  const gigabytes = Math.round(totalmem() / 1e9);
  const debian = /PRETTY_NAME="(.*)"/.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "Linux";
  const versions = [
    `Luxgate ${packageVersion("package.json")}`,
    `Node ${process.versions.node}`,
    `nginx ${said("/usr/sbin/nginx", ["-v"], /nginx\/(\S+)/)}`,
    `wrk ${said("wrk", ["-v"], /wrk (?:debian\/)?(\S+)/)}`,
    `Mosquitto ${said("/usr/sbin/mosquitto", ["-h"], /mosquitto version (\S+)/)}`,
    ...Object.entries(PEERS).map(
      ([name, folder]) => `${name} ${packageVersion(`bench/peers/node_modules/${folder}/package.json`)}`,
    ),
  ];
  return {
    machine: `${processor}, ${cpus().length} cores, ${process.arch}, ${gigabytes} GB`,
    system: `${debian}, Linux ${release()}`,
    versions: versions.join(", "),
  };
}

const PEERS = { "json-server": "json-server", Prism: "@stoplight/prism-cli", Mockoon: "@mockoon/cli" };

const packageVersion = (file: string): string =>
  (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;

/** Some say their version where errors go, and end with a code that is none. */
function said(program: string, args: readonly string[], pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? "unknown";
}
