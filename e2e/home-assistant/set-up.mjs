// Installs Home Assistant into a virtual environment beside these files, when it is not there yet or its versions have changed.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { has } from "../../tools/system-programs.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ENVIRONMENT = join(FOLDER, ".venv");
const WANTED = join(FOLDER, "requirements.txt");
/** What was installed, written last: an installation that was cut short is done again. */
const INSTALLED = join(ENVIRONMENT, "installed.txt");

/** This Home Assistant runs on no other minor version. */
const IS_PYTHON_3_13 = "import ensurepip, sys, venv; sys.exit(sys.version_info[:2] != (3, 13))";

if (!existsSync(INSTALLED) || readFileSync(INSTALLED, "utf8") !== readFileSync(WANTED, "utf8")) {
  const candidates = [process.env.PYTHON ?? "python3.13", "python3"];
  const python = candidates.find((command) => has(command, "-c", IS_PYTHON_3_13));
  if (python === undefined) {
    console.error("Home Assistant needs Python 3.13: PYTHON=/path/to/python3.13 npm run test:home-assistant");
    process.exit(1);
  }
  console.log("Installing Home Assistant, which takes some minutes …");
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  execFileSync(python, ["-m", "venv", ENVIRONMENT], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", WANTED];
  execFileSync(join(ENVIRONMENT, "bin/python"), pip, { stdio: "inherit" });
  copyFileSync(WANTED, INSTALLED);
}
