// Installs the real Zigbee2MQTT beside these tests, when it is not there yet or its lock has changed.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = dirname(fileURLToPath(import.meta.url));

function modified(path) {
  const whole = join(FOLDER, path);
  return existsSync(whole) ? statSync(whole).mtimeMs : Number.NEGATIVE_INFINITY;
}

if (modified("node_modules/.package-lock.json") < modified("package-lock.json")) {
  console.log("Installing Zigbee2MQTT …");
  // `npm run` hands down the root's settings, and they would win over those in .npmrc here.
  const settings = ["--engine-strict=false", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["ci", ...settings], { cwd: FOLDER, stdio: "inherit" });
}
