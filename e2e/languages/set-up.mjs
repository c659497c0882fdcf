// Installs pytest into a virtual environment beside these files, when it is not there yet or its versions have changed,
// and says which programs are missing for the other languages.
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

const PROGRAMS = [
  { command: ["python3", "-c", "import ensurepip, venv"], name: "Python 3 with venv" },
  { command: ["go", "version"], name: "Go 1.21 or newer" },
  { command: ["mvn", "--version"], name: "Java 17 or newer with Maven" },
  { command: ["cargo", "--version"], name: "Rust 1.85 or newer with Cargo" },
  { command: ["/usr/bin/chromium", "--version"], name: "Chromium in /usr/bin" },
];

const missing = PROGRAMS.filter(({ command }) => !has(...command)).map(({ name }) => name);
if (missing.length > 0) {
  console.error(`npm run test:languages needs: ${missing.join(", ")}.`);
  process.exit(1);
}

if (!existsSync(INSTALLED) || readFileSync(INSTALLED, "utf8") !== readFileSync(WANTED, "utf8")) {
  console.log("Installing pytest …");
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", ENVIRONMENT], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", WANTED];
  execFileSync(join(ENVIRONMENT, "bin/python"), pip, { stdio: "inherit" });
  copyFileSync(WANTED, INSTALLED);
}
