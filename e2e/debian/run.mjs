// Makes the Debian packages, of this version and of one after it, and tries them in clean roots of Debian:
// `node e2e/debian/run.mjs deb` only the files whose names contain a word. As root; makes roots with debootstrap.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { has, installMissing } from "../../tools/system-programs.mjs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const ROOTS = "e2e/debian/roots";
const PROGRAMS = [
  { command: ["debootstrap", "--version"], package: "debootstrap" },
  { command: ["lintian", "--version"], package: "lintian" },
  { command: ["qemu-aarch64-static", "--version"], package: "qemu-user-static" },
  { command: ["podman", "--version"], package: "podman" },
  { command: ["systemd-nspawn", "--version"], package: "systemd-container" },
  { command: ["runc", "--version"], package: "runc" },
  { command: ["ip", "-V"], package: "iproute2" },
];

installMissing(PROGRAMS);
const missing = PROGRAMS.filter(({ command }) => !has(...command)).map((program) => program.package);
if (missing.length > 0 || process.getuid() !== 0) {
  console.error(`npm run test:deb is run by root, with these packages of Debian: ${missing.join(", ")}.`);
  process.exit(1);
}
makeRoot("bookworm-amd64", "--arch=amd64");
makeRoot("bookworm-amd64-systemd", "--arch=amd64", "--include=systemd,systemd-sysv,dbus");
// Only unpacked: its programs are not for this machine.
makeRoot("bookworm-arm64", "--arch=arm64", "--foreign");
const make = (...args) =>
  execFileSync(process.execPath, ["tools/package-deb.mjs", "--quick", ...args], { stdio: "inherit" });
make();
make("amd64", "--version", `${version}+next`);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/debian/vitest.config.ts"];
process.exitCode = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;

/** Kept as an archive for the next time. */
function makeRoot(name, ...settings) {
  const archive = `${ROOTS}/${name}.tar`;
  if (existsSync(archive)) return;
  console.log(`Making a root of Debian: ${name} …`);
  const folder = `${ROOTS}/${name}`;
  mkdirSync(ROOTS, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const debootstrap = ["--variant=minbase", ...settings, "bookworm", folder];
  execFileSync("debootstrap", debootstrap, { stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-C", folder, "-cf", `${archive}.new`, "."]);
  execFileSync("mv", [`${archive}.new`, archive]);
  rmSync(folder, { recursive: true });
}
