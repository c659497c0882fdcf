// Installs Schemathesis into a virtual environment beside these files, when it is not there yet or its versions have changed.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { has, installMissing } from "../../tools/system-programs.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ENVIRONMENT = join(FOLDER, ".venv");
const WANTED = join(FOLDER, "requirements.txt");
/** What was installed, written last: an installation that was cut short is done again. */
const INSTALLED = join(ENVIRONMENT, "installed.txt");

const PYTHON = ["python3", "-c", "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))"];

if (!existsSync(INSTALLED) || readFileSync(INSTALLED, "utf8") !== readFileSync(WANTED, "utf8")) {
  installMissing([{ command: PYTHON, package: "python3-venv" }]);
  if (!has(...PYTHON)) {
    console.error("Schemathesis needs Python 3.10 or newer with venv: on Debian, apt-get install python3-venv");
    process.exit(1);
  }
  console.log("Installing Schemathesis …");
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", ENVIRONMENT], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", WANTED];
  execFileSync(join(ENVIRONMENT, "bin/python"), pip, { stdio: "inherit" });
  copyFileSync(WANTED, INSTALLED);
}
