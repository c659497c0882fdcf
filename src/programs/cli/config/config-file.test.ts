import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import fc from "fast-check";
import { Check } from "typebox/value";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { CommandFault } from "../command-fault.ts";
import { type ServeOptions, serveCommand, withSettings } from "../serve/serve-command.ts";
import { shownSettings } from "./config-command.ts";
import { configSchemaText, readConfig } from "./config-file.ts";
import { type Setting, settingsOf } from "./settings.ts";

/** A configuration file with this text. */
function fileOf(text: string): string {
  const path = join(someFolder(), "luxgate.yaml");
  writeFileSync(path, text);
  return path;
}

/** The command as it is once its flags, variables and file were read. */
async function parsed(text: string, args: readonly string[] = []): Promise<Command> {
  const command = serveCommand()
    .exitOverride()
    .action(() => undefined);
  await command.parseAsync(["--config", fileOf(text), ...args], { from: "user" });
  return command;
}

const optionsOf = async (text: string, args: readonly string[] = []) => (await parsed(text, args)).opts<ServeOptions>();

/** The lines that tell what is wrong with a file; each begins with where it stands, without the path. */
function problemsIn(text: string): readonly string[] {
  const path = fileOf(text);
  try {
    readConfig(path, serveCommand());
    return [];
  } catch (error) {
    if (error instanceof CommandFault) return error.lines.map((line) => line.replace(path, ""));
    throw error;
  }
}

test("a file that others may write to is not read: they would decide what the gateway does", () => {
  const path = fileOf("http-port: 0\n");
  expect(readConfig(path, serveCommand())).toHaveLength(1);
  chmodSync(path, 0o666);
  expect(() => readConfig(path, serveCommand())).toThrow(
    `${path}: other users can write to it (mode 0666): check its contents, then restrict it with "chmod go-w ${path}".`,
  );
});

/** A value that each setting takes. */
const SOME_VALUES: Readonly<Record<string, unknown>> = {
  "http-port": 0,
  "discovery-port": 1,
  "mqtt-port": 2,
  mqtt: false,
  "mqtt-resync": false,
  "mqtt-url": "mqtt://broker.lan",
  host: "127.0.0.1",
  "data-dir": "state",
  home: "home.yaml",
  backend: ["mqtt://one.lan", "mqtt://two.lan"],
  "advertise-ip": "192.168.1.20",
  mac: "02:00:00:12:34:56",
  button: "/dev/input/event0",
  "allow-host": ["lights.example.com"],
  "allow-origin": ["https://app.example"],
  "allow-editing": true,
  page: false,
  profile: "shared",
  mdns: false,
  "mdns-type": "_lights._tcp",
  "mdns-name": "Hall",
  "log-format": "json",
  "log-level": "warn",
  "log-requests": true,
  "tls-cert": "/etc/luxgate/tls.crt",
  "tls-key": "/etc/luxgate/tls.key",
  "https-port": 8444,
  "trust-proxy": ["10.0.0.2"],
  "max-connections": 512,
  "max-connections-per-address": 16,
  "metrics-port": 9100,
  "metrics-host": "0.0.0.0",
  "backup-dir": "/var/backups/luxgate",
  "backup-every": "12h",
  "backup-keep": 3,
  "backup-with-keys": true,
  fleet: "nats://10.0.0.5",
  matter: true,
  "matter-port": 5541,
  "matter-interface": "eth0",
  "matter-only": ["Kitchen"],
  "matter-most": 50,
  "matter-vendor-id": "0xFFF2",
  "matter-product-id": "0x8001",
};

/** They name a file that has to be there. */
const OF_FILES = ["mqtt-ca", "backend-ca", "fleet-credentials", "fleet-ca"];

test("every flag of serve is a line of the file, a variable, and a property of the schema for editors", () => {
  const settings = settingsOf(serveCommand());
  expect(settings.map(({ name }) => name)).toEqual(
    serveCommand()
      .options.map(({ long = "" }) => long?.replace(/^--(no-)?/, ""))
      .filter((name) => name !== "config"),
  );
  expect(Object.keys(JSON.parse(configSchemaText(serveCommand())).properties)).toEqual(
    settings.map(({ name }) => name),
  );
});

test("each setting counts when a file gives it, and the schema for editors takes the same file", async () => {
  const settings = settingsOf(serveCommand()).filter(({ name }) => !OF_FILES.includes(name));
  const schema = JSON.parse(configSchemaText(serveCommand()));
  for (const { name, key } of settings) {
    const text = stringify({ [name]: SOME_VALUES[name] });
    expect([name, Check(schema, parse(text))]).toEqual([name, true]);
    const command = await parsed(text);
    expect([name, command.getOptionValueSource(key)]).toEqual([name, "config"]);
    expect(command.getOptionValue(key)).not.toEqual(serveCommand().getOptionValue(key));
  }
});

test("flags beat variables, and variables beat the file", async () => {
  const file = "http-port: 1\nmqtt-port: 1\nlog-level: warn\n";
  vi.stubEnv("LUXGATE_HTTP_PORT", "2");
  vi.stubEnv("LUXGATE_MQTT_PORT", "2");
  onTestFinished(() => void vi.unstubAllEnvs());
  const options = await optionsOf(file, ["--http-port", "3"]);
  expect(options).toMatchObject({ httpPort: 3, mqttPort: 2, logLevel: "warn", discoveryPort: 9001 });
});

test.each([
  ["yes", false, "env"],
  ["1", false, "env"],
  ["TRUE", false, "env"],
  ["no", true, "env"],
  ["0", true, "env"],
  ["off ", true, "env"],
  ["", false, "config"],
])("a variable of a switch says yes or no: %j", async (text, isWanted, from) => {
  vi.stubEnv("LUXGATE_NO_MQTT", text);
  vi.stubEnv("LUXGATE_LOG_REQUESTS", text);
  onTestFinished(() => void vi.unstubAllEnvs());
  const command = await parsed("mqtt: false\nlog-requests: true\n");
  expect([command.getOptionValue("mqtt"), command.getOptionValueSource("mqtt")]).toEqual([isWanted, from]);
  expect(command.getOptionValue("logRequests")).toBe(!isWanted);
});

test("a variable of a switch that says neither is told", async () => {
  vi.stubEnv("LUXGATE_NO_MDNS", "perhaps");
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(parsed("")).rejects.toThrow(
    "option '--no-mdns' value 'perhaps' from env 'LUXGATE_NO_MDNS' is invalid. Expected yes or no.",
  );
});

test("files and folders are looked for beside the file that names them", () => {
  const path = fileOf("home: home.yaml\ndata-dir: ../state\n");
  const values = readConfig(path, serveCommand()).map(({ value }) => value);
  expect(values).toEqual([join(path, "../../state"), join(path, "../home.yaml")]);
});

test.each(["", "# nothing\n\n   # at all\n", "{}\n"])("a file that says nothing is right: %j", (text) => {
  expect(problemsIn(text)).toEqual([]);
});

test("all problems are told at once, each with its line and column, and no password in them", () => {
  const lines = problemsIn(
    [
      "http-prot: 0",
      "log-level: loud",
      "mqtt: maybe",
      "http-port: 99999",
      "mqtt-url: mqtt://me:s3cret@broker.lan:99999",
      "backend: [mqtt://me:s3cret@one.lan, ftp://me:s3cret@two.lan]",
      "mac: 12",
      "mac: 02:00:00:12:34:56",
      "",
    ].join("\n"),
  );
  expect(lines).toEqual([
    ':1:1: unknown key "http-prot"; did you mean "http-port"?',
    ":2:12: log-level: expected one of info, warn, error, silent",
    ":3:7: mqtt: expected true or false",
    ":4:12: http-port: expected a port from 0 to 65535",
    expect.stringMatching(/^:5:11: mqtt-url: expected a broker's URL, such as /),
    expect.stringMatching(/^:6:10: backend: expected /),
    ":8:1: duplicate key",
  ]);
  expect(lines.join()).not.toContain("s3cret");
});

test("a file that is not there, or no YAML, is told with its path", () => {
  expect(() => readConfig("/none/luxgate.yaml", serveCommand())).toThrow(
    "/none/luxgate.yaml: there is no file at this path",
  );
  expect(problemsIn("http-port: [")).toEqual([expect.stringMatching(/^:1:\d+: invalid YAML: /)]);
  expect(problemsIn("just words")).toHaveLength(1);
});

test("whatever stands in a file, it is read, or its problems are told in lines with a place", () => {
  const name = fc.oneof(
    fc.constantFrom(...settingsOf(serveCommand()).map((setting: Setting) => setting.name)),
    fc.string(),
  );
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...Object.values(SOME_VALUES)));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.dictionary(name, value).map((file) => stringify(file)),
        fc.string(),
      ),
      (text) => {
        for (const line of problemsIn(text)) expect(line).toMatch(/^:\d+:\d+: ./);
      },
    ),
    { numRuns: 50 },
  );
});

test("what counts is shown with where it comes from, and without passwords", async () => {
  vi.stubEnv("LUXGATE_MQTT_URL", "mqtt://me:s3cret@broker.lan");
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = fileOf("http-port: 0\nbackend: mqtt://me:s3cret@one.lan\n");
  const command = withSettings(new Command())
    .exitOverride()
    .action(() => undefined);
  await command.parseAsync(["--config", path, "--no-mdns"], { from: "user" });
  const shown = shownSettings(command);
  expect(shown).toEqual(
    expect.arrayContaining([
      { name: "http-port", value: 0, from: "file", where: path },
      { name: "backend", value: ["mqtt://one.lan:1883/zigbee2mqtt"], from: "file", where: path },
      { name: "mqtt-url", value: "mqtt://broker.lan:1883", from: "environment", where: "LUXGATE_MQTT_URL" },
      { name: "mdns", value: false, from: "flag", where: "--no-mdns" },
      { name: "home", value: "the built-in demo home", from: "default", where: null },
      { name: "mqtt-ca", value: null, from: "default", where: null },
    ]),
  );
  expect(JSON.stringify(shown)).not.toContain("s3cret");
});

test("the JSON Schema that ships for editors is the one that files are checked with; npm run build writes it", () => {
  expect(readFileSync("homes/luxgate.schema.json", "utf8")).toBe(configSchemaText(serveCommand()));
});
