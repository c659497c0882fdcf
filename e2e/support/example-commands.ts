import { Command } from "commander";
import { addEveryCommand } from "../../src/programs/cli/every-command.ts";
import { serveCommand } from "../../src/programs/cli/serve/serve-command.ts";
import type { OperatorLine } from "./operator-line.ts";

/** What commands need to have something to print. */
export interface Around {
  readonly url: string;
  readonly discoveryPort: number;
  /** A broker behind which a Zigbee2MQTT speaks. */
  readonly broker: string;
  /** An export, a backup, a script of a day, and a folder to write to. */
  readonly home: string;
  readonly backup: string;
  readonly script: string;
  readonly folder: string;
  /** Makes what a command needs before it is run. */
  readonly operator: OperatorLine;
}

type Args = (around: Around) => readonly string[] | Promise<readonly string[]>;

/** The code of a browser that asks to sign in. */
async function codeShown(url: string): Promise<readonly string[]> {
  const asked = await fetch(`${url}/operator/sign-in`, { method: "POST", body: '{"name":"Ann\'s phone"}' });
  const { data } = (await asked.json()) as { readonly data: { readonly obj: { readonly code: string } } };
  return [data.obj.code];
}

/** How each command prints something in the demo home. */
const EXAMPLES: Readonly<Record<string, Args>> = {
  config: () => [],
  discover: ({ discoveryPort }) => ["--discovery-port", `${discoveryPort}`, "--wait", "0.3"],
  get: ({ url }) => ["lights", "--url", url],
  pair: async ({ url, operator }) => {
    await operator.done({ command: "press", with: {} });
    return [url];
  },
  check: ({ url }) => [url, "--json"],
  // Where no gateway answers: one on a free HTTP port is a problem, and an exit code.
  doctor: () => ["--discovery-port", "1", "--wait", "0.3"],
  record: ({ broker, folder }) => [broker, `${folder}/house.jsonl`, "--force", "--seconds", "0.5"],
  status: () => [],
  reload: () => [],
  press: () => [],
  keys: () => [],
  "keys revoke": async ({ url, operator }) => {
    await operator.done({ command: "press", with: {} });
    await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"acme#panel"}' });
    return ["acme#panel"];
  },
  open: () => [],
  operators: () => [],
  "operators requests": () => [],
  "operators allow": ({ url }) => codeShown(url),
  "operators deny": ({ url }) => codeShown(url),
  sessions: () => [],
  "sessions end": async ({ url, operator }) => {
    const { urls } = await operator.done({ command: "open", with: {} });
    const link = String(urls[0]).split("#open=").at(-1);
    await fetch(`${url}/operator/session`, { method: "POST", body: JSON.stringify({ link }) });
    const { sessions } = await operator.done({ command: "sessions", with: {} });
    return [sessions.at(-1).id];
  },
  set: () => ["Porch", "on"],
  devices: () => [],
  "device admit": () => ["Unknown bulb"],
  "device rename": () => ["Porch", "Front door"],
  "device move": () => ["Porch", "Kitchen"],
  "device remove": () => ["Porch", "--yes"],
  join: () => ["--seconds", "1", "--json"],
  rooms: () => [],
  "room add": () => ["Hall"],
  "room rename": () => ["Kitchen", "Scullery"],
  "room order": () => ["Kitchen"],
  "room remove": () => ["Kitchen", "--yes"],
  scenes: () => [],
  "scene add": () => ["Kitchen", "Cosy", "2700K"],
  "scene save": () => ["Cooking"],
  "scene rename": () => ["Cooking", "Dinner"],
  "scene order": () => ["Living room", "Aurora"],
  "scene activate": () => ["Cooking"],
  "scene remove": () => ["Cooking", "--yes"],
  history: () => [],
  export: () => [],
  import: ({ home }) => [home, "--yes"],
  backup: ({ folder }) => [`${folder}/backup.json`, "--force"],
  restore: ({ backup, folder }) => [backup, "--data-dir", `${folder}/restored`, "--yes"],
  reset: () => ["--factory", "--yes"],
  sim: () => [],
  "sim offline": () => ["Porch"],
  "sim online": () => ["Porch"],
  "sim lose-next": () => ["Porch"],
  "sim latency": () => ["Porch", "10"],
  "sim report-late": () => ["Porch", "10"],
  "sim switch": () => ["Porch"],
  "sim random": () => ["--seed", "7"],
  "sim calm": () => [],
  "sim play": ({ script }) => [script, "--speed", "100000"],
};

/** Those that go on for ever, or need another home, with the tests that run them. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  serve: "e2e/output-readers.test.ts",
  watch: "e2e/output-readers.test.ts",
  traffic: "e2e/output-readers.test.ts",
  sandbox: "e2e/sandbox.test.ts",
  ...Object.fromEntries(
    ["matter", "matter pair", "matter close", "matter fabrics", "matter remove"].map((name) => [
      name,
      "e2e/matter-operator.test.ts",
    ]),
  ),
  "device as-lamp": "e2e/serve-zigbee2mqtt.test.ts",
  ...Object.fromEntries(
    ["status", "problems", "devices", "set", "history"].map((name) => [`fleet ${name}`, "e2e/fleet/operator.test.ts"]),
  ),
  ...Object.fromEntries(
    ["open", "operators", "operators allow", "operators deny", "sessions", "sessions end"].map((name) => [
      `fleet ${name}`,
      "e2e/fleet-clients.test.ts",
    ]),
  ),
  ...Object.fromEntries(
    [
      ...[
        "init",
        "setup",
        "gateways",
        "add",
        "renew",
        "remove",
        "fronts",
        "add-front",
        "remove-front",
        "servers",
        "hosts",
      ],
      ...["leaf", "press", "keys", "keys list", "keys add", "keys revoke", "backup", "restore", "rotate", "serve"],
      // All that is in this page is run by e2e/fleet/page.test.ts.
    ].map((name) => [`fleet ${name}`, "docs/fleet.md"]),
  ),
};

/** Those that do nothing by themselves print their help. */
const GROUPS = ["device", "room", "scene", "fleet"];

/** Every command that ends, and how it is run so that it prints something. */
export const exampleCommands = (): readonly { readonly name: string; readonly args: Args }[] =>
  namesBelow(addEveryCommand(new Command(), serveCommand()))
    .filter((name) => TESTED_ELSEWHERE[name] === undefined)
    .map((name) => {
      const example = GROUPS.includes(name) ? () => ["--help"] : EXAMPLES[name];
      if (!example) throw new Error(`luxgate ${name} has no example in e2e/support/example-commands.ts`);
      return { name, args: async (around) => [...name.split(" "), ...(await example(around))] };
    });

const namesBelow = ({ commands }: Command): readonly string[] =>
  commands.flatMap((command) => [command.name(), ...namesBelow(command).map((below) => `${command.name()} ${below}`)]);
