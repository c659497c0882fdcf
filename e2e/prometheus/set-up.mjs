// Says what is missing of what this test runs, and installs nothing.
import { has } from "../../tools/system-programs.mjs";

const PROGRAMS = [
  { command: ["prometheus", "--version"], package: "prometheus" },
  { command: ["promtool", "--version"], package: "prometheus" },
  { command: ["test", "-x", "/usr/sbin/mosquitto"], package: "mosquitto" },
];

const missing = new Set(PROGRAMS.filter(({ command }) => !has(...command)).map((program) => program.package));
if (missing.size > 0) {
  console.error(
    `npm run test:prometheus needs these packages of Debian: ${[...missing].join(", ")} (apt-get install ${[...missing].join(" ")}).`,
  );
  process.exit(1);
}
