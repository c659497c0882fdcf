// Installs what is measured beside Luxgate, builds the measurements and runs them on the core of the load.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { bundle, bundleForBrowser } from "./bundle.mjs";
import { installPackagesIn } from "./packages-beside.mjs";
import { has, installMissing } from "./system-programs.mjs";

const LOAD_CORE = "1";

const PROGRAMS = [
  { command: ["sh", "-c", "command -v wrk"], package: "wrk" },
  { command: ["taskset", "-c", LOAD_CORE, "true"], package: "util-linux" },
  { command: ["test", "-x", "/usr/sbin/nginx"], package: "nginx", service: "nginx" },
  { command: ["chromium", "--version"], package: "chromium" },
  { command: ["test", "-x", "/usr/sbin/mosquitto"], package: "mosquitto", service: "mosquitto" },
];

installMissing(PROGRAMS);
const missing = PROGRAMS.filter(({ command }) => !has(...command)).map((program) => program.package);
if (missing.length > 0) {
  console.error(`npm run bench needs two cores and these packages of Debian: ${missing.join(", ")}.`);
  process.exit(1);
}
installPackagesIn("bench/peers", "what is measured beside Luxgate");

await bundle("bench/main.ts", "dist/bench/main.js", { beside: ["playwright-core"] });
for (const file of readdirSync("bench/processes")) {
  await bundle(`bench/processes/${file}`, `dist/bench/${basename(file, ".ts")}.js`);
}
await bundleForBrowser("bench/page/in-page/watch-page.ts", "dist/bench/watch-page.js");
const bench = ["-c", LOAD_CORE, process.execPath, "dist/bench/main.js", ...process.argv.slice(2)];
process.exitCode = spawnSync("taskset", bench, { stdio: "inherit" }).status ?? 1;
