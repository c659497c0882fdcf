// Has Schemathesis try the built gateway, then a front of a fleet, by their own OpenAPI document:
// `node e2e/schemathesis/run.mjs 250`, or with the seed of another run after it, and then `gateway` or `front` for one of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { servedFront } from "./served-front.mjs";
import { servedGateway } from "./served-gateway.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const [examples = "250", seed = String(Math.floor(Math.random() * 2 ** 32)), only] = process.argv.slice(2);

/**
 * A front is the gateway's HTTP on another home: fewer examples show whether it is. A press of a fleet takes a command, so
 * most requests for a key are refused there: that warning does not count.
 */
const PLACES = {
  gateway: { serve: servedGateway, share: 1, doWarningsCount: true },
  front: { serve: servedFront, share: 0.5, doWarningsCount: false },
};

for (const [name, { serve, share, doWarningsCount }] of Object.entries(PLACES)) {
  if (only !== undefined && only !== name) continue;
  const work = mkdtempSync(join(tmpdir(), "luxgate-schemathesis-"));
  const served = await serve(join(work, "state"));
  try {
    const count = String(only === undefined ? Math.ceil(Number(examples) * share) : examples);
    console.log(`The ${name}: seed ${seed}, ${count} examples for each operation`);
    if (!(await passes({ ...served, doWarningsCount }, work, count))) process.exitCode = 1;
  } finally {
    await served.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Nothing is found, and the gateway is there to the end and has no fault to tell. */
async function passes({ url, key, identifiers, faults, doWarningsCount }, work, count) {
  const met = join(work, "met-exceptions");
  writeFileSync(met, "");
  const settings = readFileSync(join(FOLDER, "schemathesis.toml"), "utf8");
  writeFileSync(join(work, "schemathesis.toml"), settings.replace("fail-on = true", `fail-on = ${doWarningsCount}`));
  for (const [name, ids] of Object.entries(await identifiers())) {
    for (const id of ids) appendFileSync(join(work, `${name}.txt`), `"${id}"\n`);
  }
  const args = ["--config-file", join(work, "schemathesis.toml"), "run", `${url}/openapi.json`];
  const schemathesis = spawn(
    join(FOLDER, ".venv/bin/schemathesis"),
    [...args, "--checks", "all", "--max-examples", count, "--seed", seed],
    {
      cwd: work,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PYTHONPATH: FOLDER, LUXGATE_KEY: key, LUXGATE_MET_EXCEPTIONS: met },
    },
  );
  const [code] = await once(schemathesis, "exit");
  tellExceptions(readFileSync(met, "utf8"));
  const told = faults();
  if (told !== "") console.error(`It told of faults:\n${told}`);
  return code === 0 && told === "";
}

/** Why failures were not counted, and how many each. */
function tellExceptions(lines) {
  const counts = new Map();
  for (const line of lines.split("\n").filter((text) => text !== "")) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const [line, count] of counts) console.log(`Not counted, ${count} times: ${JSON.parse(line)}`);
}
