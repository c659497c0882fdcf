import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsIn } from "../test/support/cli/printed-table.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const SETTINGS = [
  "http-port: 0",
  "discovery-port: 0",
  "mqtt-port: 0",
  "host: 127.0.0.1",
  "mdns: false",
  "data-dir: state",
];

/** A gateway that goes by a file alone, and the file. */
async function served() {
  const file = join(temporaryFolder(), "luxgate.yaml");
  const write = (...lines: readonly string[]) => writeFileSync(file, `${[...SETTINGS, ...lines].join("\n")}\n`);
  write();
  const environment = { LUXGATE_CONFIG: file };
  const program = Program.start(["serve"], environment);
  const { url } = await program.ready();
  const luxgate = async (...args: readonly string[]) => {
    const command = Program.start(args, environment);
    return { code: await command.end(), output: command.output, errors: command.errors };
  };
  return { program, url, file, write, luxgate };
}

test("a gateway goes by its configuration file, and commands find it by the same file", async () => {
  const { program, file, luxgate } = await served();
  expect(program.output).toContain(`data folder ${join(file, "../state")}\n`);
  expect((await luxgate("status")).code).toBe(0);
  const backup = join(file, "../backup.json");
  expect((await luxgate("backup", backup)).errors).toBe("");
  expect((await luxgate("restore", backup, "--yes")).errors).toContain(
    `uses the data folder ${join(file, "../state")}`,
  );
  const { output } = await luxgate("config", "--http-port", "8081");
  expect(output).toMatch(/^SETTING +VALUE +SOURCE$/m);
  expect(output).toMatch(/^http-port +8081 +--http-port$/m);
  expect(rowsIn(output)).toContainEqual({ SETTING: "data-dir", VALUE: expect.stringMatching(/state$/), SOURCE: file });
  expect(JSON.parse((await luxgate("config", "--json")).output)).toContainEqual({
    name: "mdns",
    value: false,
    from: "file",
    where: file,
  });
});

test("luxgate reload and SIGHUP take over what can change, and say what needs a restart", async () => {
  const { program, url, write, luxgate } = await served();
  write("log-requests: true", "profile: shared");
  expect(await luxgate("reload")).toEqual({
    code: 0,
    output: "Reloaded: log-requests.\nThese changed settings need a restart: profile.\n",
    errors: "",
  });
  await program.says(/^Reloaded: log-requests\.$/m);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await program.says(/^GET \/healthz 200 in/m);
  write("log-requests: true", "log-format: json");
  program.process.kill("SIGHUP");
  await program.says(/"msg":"Reloaded: log-format\."/);
  await fetch(`${url}/readyz`);
  await program.says(/"msg":"GET \/readyz 200 in/);
});

test("settings with problems are not reloaded, and a gateway does not start with them", async () => {
  const { program, file, write, luxgate } = await served();
  write("log-level: silent", "log-requests: perhaps");
  const refused = { code: 1, output: "", errors: `${file}:8:15: log-requests: expected true or false\n` };
  expect(await luxgate("reload", "--data-dir", join(file, "../state"))).toEqual(refused);
  expect(await luxgate("status")).toEqual(refused);
  await program.says(/The settings were not reloaded, and nothing has changed/);
  program.process.kill("SIGTERM");
  await program.says(/^Stopping\.$/m);
  expect(await luxgate("serve")).toEqual(refused);
});
