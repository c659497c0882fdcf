import { Command } from "commander";
import { addEveryCommand } from "../../src/cli/every-command.ts";
import { serveCommand } from "../../src/cli/serve/serve-command.ts";

/** What commands need to have something to print. */
export interface Around {
  readonly url: string;
  readonly discoveryPort: number;
  /** A broker behind which a Zigbee2MQTT speaks. */
  readonly broker: string;
  /** An export, a script of a day, and a folder to write to. */
  readonly home: string;
  readonly script: string;
  readonly folder: string;
}

/** How each command prints something in the demo home. Those that go on for ever have tests of their own. */
const EXAMPLES: Readonly<Record<string, (around: Around) => readonly string[]>> = {
  discover: ({ discoveryPort }) => ["--discovery-port", `${discoveryPort}`, "--wait", "0.3"],
  get: ({ url }) => ["lights", "--url", url],
  check: ({ url }) => [url, "--json"],
  // Where no gateway answers: one on a free HTTP port is a problem, and an exit code.
  doctor: () => ["--discovery-port", "1", "--wait", "0.3"],
  record: ({ broker, folder }) => [broker, `${folder}/house.jsonl`, "--force", "--seconds", "0.5"],
  status: () => [],
  press: () => [],
  keys: () => [],
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
  "room remove": () => ["Kitchen", "--yes"],
  scenes: () => [],
  "scene add": () => ["Kitchen", "Cosy", "2700K"],
  "scene activate": () => ["Cooking"],
  "scene remove": () => ["Cooking", "--yes"],
  export: () => [],
  import: ({ home }) => [home, "--yes"],
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

/** A command, and how it is run so that it prints something; one that is not known here shows its help. */
export const exampleCommands = (): readonly {
  readonly name: string;
  readonly args: (around: Around) => readonly string[];
}[] =>
  namesBelow(addEveryCommand(new Command(), serveCommand())).map((name) => {
    const example = EXAMPLES[name] ?? (() => ["--help"]);
    return { name, args: (around) => [...name.split(" "), ...example(around)] };
  });

const namesBelow = ({ commands }: Command): readonly string[] =>
  commands.flatMap((command) => [command.name(), ...namesBelow(command).map((below) => `${command.name()} ${below}`)]);
