// The built gateway on a free port of this machine, with the demo home, a client that paired and a button that is pressed again and again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { identifiersAt } from "./identifiers.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Often enough for keys to be given, and seldom enough for requests to meet a window that is shut. */
const PRESS_MILLIS = 500;

export async function servedGateway(folder) {
  mkdirSync(folder);
  const ports = ["--http-port", "0", "--discovery-port", "0", "--mqtt-port", "0", "--no-mdns", "--host", "127.0.0.1"];
  const program = spawn(
    process.execPath,
    [join(ROOT, "dist/luxgate.js"), "serve", ...ports, "--home", join(ROOT, "homes/demo.yaml"), "--data-dir", folder],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let errors = "";
  program.stderr.on("data", (text) => {
    errors += text;
  });
  program.once("exit", (code, signal) => {
    if (!isStopping) errors += `it ended with ${code ?? signal}\n`;
  });
  let isStopping = false;
  const url = await readyAt(program);
  const press = () => program.kill("SIGUSR2");
  const key = await paired(url, press);
  const pressing = setInterval(press, PRESS_MILLIS);
  return {
    url,
    key,
    identifiers: () => identifiersAt(url),
    faults: () => errors,
    async stop() {
      isStopping = true;
      clearInterval(pressing);
      program.kill("SIGTERM");
      if (program.exitCode === null) await once(program, "exit");
    },
  };
}

async function readyAt(program) {
  let output = "";
  for await (const text of program.stdout) {
    output += text;
    const [, url] = /is ready at (http:\/\/\S+)/.exec(output) ?? [];
    if (url) {
      program.stdout.on("data", () => undefined);
      return url;
    }
  }
  throw new Error(`the gateway did not start: ${output}`);
}

async function paired(url, press) {
  for (;;) {
    press();
    const body = JSON.stringify({ device_type: "luxgate#schemathesis" });
    const answer = await (await fetch(`${url}/api`, { method: "POST", body })).json();
    if (answer.code === 0) return answer.data.obj.username;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
