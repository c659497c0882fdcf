// Before a package is made: what is built must be as new as its sources, or the package would hold another program.
import { existsSync } from "node:fs";
import { areDoorsBuilt, isBuilt } from "./set-up.mjs";

if (!isBuilt() || !areDoorsBuilt() || !existsSync("THIRD-PARTY-NOTICES")) {
  console.error(
    "Not packed: dist/ is older than its sources or incomplete. Run npm run build, or npm run package:npm.",
  );
  process.exitCode = 1;
}
