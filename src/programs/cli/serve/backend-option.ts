import type { BackendAddress, BackendKind } from "../../../edges/backends/backend-kind.ts";
import { BACKEND_KINDS } from "../../../edges/backends/backend-kinds.ts";
import { CommandFault } from "../command-fault.ts";

/** One address of `--backend`, and the kind of back end that it is for. */
export interface GivenBackend {
  readonly kind: BackendKind;
  readonly address: BackendAddress;
}

const SCHEMES = BACKEND_KINDS.map(({ scheme }) => scheme).join("|");

/** Only before another address: passwords and file names may hold these too. */
const BETWEEN_ADDRESSES = new RegExp(`[\\s,]+(?=${SCHEMES})`);

const EXPECTED = `Expected ${BACKEND_KINDS.map(({ expected }) => expected).join(", or ")}.`;

export const BACKEND_HELP = `serve the lamps of ${BACKEND_KINDS.flatMap(({ help }) => help ?? []).join(" or ")}; may be repeated`;

/** Rows of the help's examples: the command, and what it serves. */
export const BACKEND_EXAMPLES: readonly string[] = BACKEND_KINDS.flatMap(({ example }) =>
  example ? [`${`  luxgate serve --backend ${example.address}`.padEnd(45)}${example.shows}`] : [],
);

/** May be repeated, or separated by spaces or commas. */
export function backends(text: string, previous: readonly GivenBackend[]): readonly GivenBackend[] {
  const addresses = text.replace(/^[\s,]+|[\s,]+$/g, "").split(BETWEEN_ADDRESSES);
  const given = [...previous, ...addresses.map(backendAt)];
  const names = given.map(({ address }) => address.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`${twice} was given twice.`);
  return given;
}

function backendAt(text: string): GivenBackend {
  const kind = BACKEND_KINDS.find(({ scheme }) => new RegExp(`^(?:${scheme})`).test(text));
  if (!kind) throw wrong(EXPECTED);
  const address = kind.parse(text);
  if ("problem" in address) throw wrong(address.problem);
  return { kind, address };
}

/** Commander repeats an argument that is found wrong, and this one may hold a password. */
const wrong = (what: string): CommandFault =>
  new CommandFault([`error: option '--backend <address>' is invalid. ${what}`]);

/** The one kind of all addresses; undefined for simulated devices. */
export function backendKindOf(given: readonly GivenBackend[]): BackendKind | undefined {
  const kinds = BACKEND_KINDS.filter((kind) => given.some((each) => each.kind === kind));
  const [first, second] = kinds.map(({ plural }) => plural);
  if (first === undefined || second === undefined) return kinds[0];
  throw new CommandFault([
    `--backend cannot combine ${first} and ${second}: the lamps of a home are either all real or all recorded. Leave out one kind.`,
  ]);
}
