// Has Schemathesis try the built gateway by its own OpenAPI document:
// `node e2e/schemathesis/run.mjs 250`, or with the seed of another run after it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { servedGateway } from "./served-gateway.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const [examples = "250", seed = String(Math.floor(Math.random() * 2 ** 32))] = process.argv.slice(2);

const work = mkdtempSync(join(tmpdir(), "luxgate-schemathesis-"));
const gateway = await servedGateway(join(work, "state"));
try {
  process.exitCode = await tried(gateway);
} finally {
  await gateway.stop();
  rmSync(work, { recursive: true, force: true });
}

/** Nothing is found, and the gateway is there to the end and has no fault to tell. */
async function tried({ url, key, identifiers, faults }) {
  const met = join(work, "met-exceptions");
  writeFileSync(met, "");
  copyFileSync(join(FOLDER, "schemathesis.toml"), join(work, "schemathesis.toml"));
  for (const [name, ids] of Object.entries(await identifiers())) {
    for (const id of ids) appendFileSync(join(work, `${name}.txt`), `"${id}"\n`);
  }
  console.log(`Seed ${seed}, ${examples} examples for each operation`);
  const args = ["--config-file", join(work, "schemathesis.toml"), "run", `${url}/openapi.json`];
  const schemathesis = spawn(
    join(FOLDER, ".venv/bin/schemathesis"),
    [...args, "--checks", "all", "--max-examples", examples, "--seed", seed],
    {
      cwd: work,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PYTHONPATH: FOLDER, LUXGATE_KEY: key, LUXGATE_MET_EXCEPTIONS: met },
    },
  );
  const [code] = await once(schemathesis, "exit");
  tellExceptions(readFileSync(met, "utf8"));
  const told = faults();
  if (told !== "") console.error(`The gateway told of faults:\n${told}`);
  return code === 0 && told === "" ? 0 : 1;
}

/** Why failures were not counted, and how many each. */
function tellExceptions(lines) {
  const counts = new Map();
  for (const line of lines.split("\n").filter((text) => text !== "")) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const [line, count] of counts) console.log(`Not counted, ${count} times: ${JSON.parse(line)}`);
}
