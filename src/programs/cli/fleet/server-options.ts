import { InvalidArgumentError, Option } from "commander";
import { folder } from "../arguments.ts";

/** Where a system service keeps its files. */
export const DATA_FOLDER = "/var/lib/nats";

export const dataFolderOption = (description = "where the servers keep their data"): Option =>
  new Option("--data-folder <folder>", description).argParser(folder);

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** One host or three, with commas between them. */
export function hostNames(text: string): readonly string[] {
  const hosts = text.split(",").map((host) => host.trim());
  const different = new Set(hosts.map((host) => host.toLowerCase())).size;
  if ([1, 3].includes(different) && different === hosts.length && hosts.every((host) => HOST.test(host))) return hosts;
  throw new InvalidArgumentError(
    "Expected one or three different host names or IPv4 addresses, such as nats-1.lan,nats-2.lan,nats-3.lan.",
  );
}
