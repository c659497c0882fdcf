// Debian packages that bring programs which tests and measurements run.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Says to installers, while it is there, that no service is to be started. */
const NO_SERVICES = "/usr/sbin/policy-rc.d";

/** Where that is possible; what cannot be installed is left out, and whoever needs it says so. */
export function installMissing(programs) {
  const missing = programs.filter(({ command }) => !has(...command));
  if (missing.length === 0 || process.getuid?.() !== 0 || !has("apt-get", "--version")) return;
  const packages = missing.map((program) => program.package);
  console.log(`Installing ${packages.join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  withoutServices(() =>
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "inherit" }),
  );
  for (const { service } of missing) if (service) spawnSync("update-rc.d", [service, "disable"], { stdio: "ignore" });
}

export function has(command, ...args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** A server that a test needs is not to serve this machine: neither now nor after its next start. */
function withoutServices(install) {
  const isOurs = !existsSync(NO_SERVICES);
  if (isOurs) writeFileSync(NO_SERVICES, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(NO_SERVICES);
  }
}
