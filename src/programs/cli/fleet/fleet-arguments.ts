import { InvalidArgumentError } from "commander";
import { type Holder, holderOf, nameInCredentials } from "../../../edges/fleet/credentials-name.ts";
import { type FleetAddress, parseServers } from "../../../edges/fleet/fleet-address.ts";
import { fileRefusal } from "../../../shared/folder-trust.ts";
import { givenText } from "../../../shared/given-file.ts";
import { CommandFault } from "../command-fault.ts";

const MOST_CREDENTIALS_BYTES = 64 * 1024;

/** The addresses of the servers of a fleet, with commas between them. */
export function natsServers(text: string): Pick<FleetAddress, "servers" | "login" | "isEncrypted"> {
  const parsed = parseServers(text);
  if ("problem" in parsed) throw new InvalidArgumentError(parsed.problem);
  return parsed;
}

/** The same for `--fleet`. Commander repeats an argument that is found wrong, and this one may hold a password. */
export function fleetServers(text: string): ReturnType<typeof natsServers> {
  const parsed = parseServers(text);
  if ("problem" in parsed) throw new CommandFault([`error: option '--fleet <urls>' is invalid. ${parsed.problem}`]);
  return parsed;
}

/** How the credentials of each are made and used. */
const USES = {
  gateway: "of a gateway, for luxgate serve --fleet-credentials",
  front: "of a front, for luxgate fleet serve --credentials",
  operator: "of the operator, which stay in the fleet's folder",
} satisfies Readonly<Record<Holder, string>>;
const MAKERS = { gateway: "luxgate fleet add", front: "luxgate fleet add-front" } as const;

/** The text of a credentials file for a gateway or a front. The servers would let in another holder, who may do nothing here. */
export const credentialsFor =
  (wanted: keyof typeof MAKERS) =>
  (path: string): string => {
    const { text, name } = credentialsAt(path);
    const holder = holderOf(name);
    if (holder === undefined || holder === wanted) return text;
    throw new InvalidArgumentError(
      `These are the credentials ${USES[holder]}. A ${wanted} needs its own: make them with ${MAKERS[wanted]}.`,
    );
  };

function credentialsAt(path: string): { readonly text: string; readonly name: string } {
  const refusal = fileRefusal(path);
  if (refusal !== undefined) throw new InvalidArgumentError(`Expected a trusted file, but ${refusal}.`);
  const text = givenText(path, MOST_CREDENTIALS_BYTES);
  const name = typeof text === "string" ? nameInCredentials(text) : undefined;
  if (typeof text === "string" && name !== undefined) return { text, name };
  const reason = typeof text === "string" ? "it contains no credentials" : text.unreadable;
  throw new InvalidArgumentError(`Expected a readable file with credentials of NATS (${reason}).`);
}
