import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Static, Type } from "typebox";
import { fitsSchema } from "../../../shared/compiled-schema.ts";
import { givenText } from "../../../shared/given-file.ts";
import { makeFolder, writeDurably } from "../../store/folder/durable-file.ts";
import { FleetFault } from "../connect-once.ts";
import { FleetIdentity } from "../keys-entries.ts";
import { Authority, type SeedName, type Seeds } from "./authority.ts";
import { inTurn } from "./folder-turn.ts";
import { IssuedKeys } from "./issued-keys.ts";

/** What is in the folder of a fleet besides its secrets. */
const FleetFile = Type.Object({
  name: Type.String({ maxLength: 256 }),
  madeAt: Type.String(),
  /** Where the servers are, unless another place is given. */
  servers: Type.Array(Type.String(), { minItems: 1 }),
  authority: Authority,
  ...IssuedKeys.properties,
  /** The ids of gateways and fronts that were removed: an older backup has them still. */
  removed: Type.Optional(Type.Array(Type.String())),
  /** The ids of clients' keys that were revoked from here: an older backup has them still. */
  revokedKeys: Type.Optional(Type.Array(Type.String())),
  /** What the fleet is to its clients, since its first set-up: for servers that lost their data. */
  identity: Type.Optional(FleetIdentity),
});
export type FleetFile = Static<typeof FleetFile>;

/** Each seed has a file of its own, so that it can be kept elsewhere. */
export const SEED_FILES: Readonly<Record<SeedName, string>> = {
  operator: "operator.seed",
  accounts: "account-signing.seed",
  gateway: "gateway-signing.seed",
  leaf: "leaf-signing.seed",
  front: "front-signing.seed",
  command: "command-signing.seed",
  system: "system-signing.seed",
};

/** The credentials of `luxgate fleet` itself. */
export type OwnCredentials = "command" | "system";

/** Where the credentials of gateways and fronts are, until somebody takes them there. */
const CREDENTIALS = "credentials";

/** About a hundred bytes for each gateway, and for each of its former credentials. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The folder in which an operator keeps a fleet's keys. */
export class FleetFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether something is there already that must not be overwritten. */
  get isEmpty(): boolean {
    return !existsSync(this.path) || readdirSync(this.path).length === 0;
  }

  fleet(): FleetFile {
    const text = this.#read("fleet.json", `No fleet in ${this.path}. Make one with: luxgate fleet init`);
    const fleet = jsonIn(text);
    if (fitsSchema(FleetFile, fleet)) return fleet;
    throw new FleetFault(`${join(this.path, "fleet.json")} is damaged. Restore it from your backup of the folder.`);
  }

  writeFleet(fleet: FleetFile): void {
    this.write("fleet.json", `${JSON.stringify(fleet, null, 2)}\n`);
  }

  /** Changes the fleet's file. Commands that do so at the same time wait for each other. */
  change(next: (fleet: FleetFile) => FleetFile): Promise<FleetFile> {
    return inTurn(this.path, () => {
      const before = this.fleet();
      const after = next(before);
      if (after !== before) this.writeFleet(after);
      return after;
    });
  }

  /** Of the key that is needed now; it may have been taken elsewhere. */
  seed(name: SeedName): string {
    const file = SEED_FILES[name];
    return this.#read(file, `${join(this.path, file)} is needed for this. Copy it back from where you keep it.`).trim();
  }

  writeSeed(name: SeedName, seed: Seeds[SeedName]): void {
    this.write(SEED_FILES[name], `${seed}\n`);
  }

  credentials(name: OwnCredentials): string {
    const file = `${name}.creds`;
    return this.#read(file, `${join(this.path, file)} is needed for this. Copy it back from where you keep it.`);
  }

  /** Credentials are made there, perhaps by several commands at once. */
  makeCredentialsFolder(): void {
    makeFolder(join(this.path, CREDENTIALS));
  }

  writeCredentials(file: string, text: string): string {
    return this.write(join(CREDENTIALS, file), text);
  }

  /** What is here of the credentials of somebody who was removed. */
  removeCredentials(id: string): void {
    const folder = join(this.path, CREDENTIALS);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    for (const file of files) if (file === `${id}.creds` || file.endsWith(`-${id}.creds`)) rmSync(join(folder, file));
  }

  /** For this user alone, unless another mode is given. */
  write(file: string, text: string, mode?: number): string {
    const path = join(this.path, file);
    makeFolder(dirname(path));
    writeDurably(path, text, mode);
    return path;
  }

  /** A file that `luxgate fleet init` made. */
  read(file: string): string {
    return this.#read(file, `${join(this.path, file)} is missing. Copy it back from your backup of the folder.`);
  }

  #read(file: string, missing: string): string {
    const path = join(this.path, file);
    if (!existsSync(path)) throw new FleetFault(missing);
    const text = givenText(path, MAX_FILE_BYTES);
    if (typeof text === "string") return text;
    throw new FleetFault(`${path}: ${text.unreadable}.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
