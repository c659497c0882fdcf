// Installs python-matter-server, with the CHIP SDK's controller in it, into a virtual environment beside these files, when it
// is not there yet or its versions have changed.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { has, installMissing } from "../../tools/system-programs.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ENVIRONMENT = join(FOLDER, ".venv");
const WANTED = join(FOLDER, "requirements.txt");
/** What was installed, written last: an installation that was cut short is done again. */
const INSTALLED = join(ENVIRONMENT, "installed.txt");

const IS_NEW_ENOUGH = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))";

/** The CHIP SDK's library needs the second. */
const PROGRAMS = [
  { command: ["ip", "-V"], package: "iproute2" },
  { command: ["sh", "-c", "/sbin/ldconfig -p | grep -q libnl-route-3.so.200"], package: "libnl-route-3-200" },
];

if (process.getuid() !== 0) {
  console.error("npm run test:matter makes network namespaces: run it as root.");
  process.exit(1);
}
installMissing(PROGRAMS);
if (!existsSync(INSTALLED) || readFileSync(INSTALLED, "utf8") !== readFileSync(WANTED, "utf8")) {
  const candidates = [process.env.PYTHON ?? "python3.13", "python3.12", "python3"];
  const python = candidates.find((command) => has(command, "-c", IS_NEW_ENOUGH));
  if (python === undefined) {
    console.error("python-matter-server needs Python 3.12 or later: PYTHON=/path/to/python3.13 npm run test:matter");
    process.exit(1);
  }
  console.log("Installing python-matter-server, which takes a minute or two …");
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  execFileSync(python, ["-m", "venv", ENVIRONMENT], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", WANTED];
  execFileSync(join(ENVIRONMENT, "bin/python"), pip, { stdio: "inherit" });
  copyFileSync(WANTED, INSTALLED);
}
// The CHIP SDK stores counters there, wherever else its storage is.
mkdirSync("/data", { recursive: true });
