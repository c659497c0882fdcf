// Installs Debian's Firefox and WebKit, with what drives them, where that is possible; else says what is missing.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackagesIn } from "../../tools/packages-beside.mjs";
import { has, installMissing } from "../../tools/system-programs.mjs";

const PROGRAMS = [
  { command: ["firefox-esr", "--version"], package: "firefox-esr" },
  { command: ["WebKitWebDriver", "--help"], package: "webkit2gtk-driver" },
  { command: ["sh", "-c", "command -v Xvfb"], package: "xvfb" },
];

installMissing(PROGRAMS);
const missing = PROGRAMS.filter(({ command }) => !has(...command)).map((program) => program.package);
if (missing.length > 0) {
  console.error(
    `npm run test:browsers needs these packages of Debian: ${missing.join(", ")} (apt-get install ${missing.join(" ")}).`,
  );
  process.exit(1);
}
installPackagesIn(dirname(fileURLToPath(import.meta.url)), "puppeteer-core");
