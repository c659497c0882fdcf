// Debian packages for amd64 and arm64 in dist/packages, each with a Node of its own. The same sources give the same
// bytes. `node tools/package-deb.mjs amd64 --version 0.2.0~next` only one of them, or under another version; with --quick
// larger ones, as tests want them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ARCHITECTURES, fillRoot, WRITTEN_SECONDS } from "./deb-root.mjs";
import { setUp } from "./set-up.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string" }, quick: { type: "boolean" } },
});
const { version = JSON.parse(readFileSync("package.json", "utf8")).version } = values;

setUp();
for (const architecture of positionals.length > 0 ? positionals : ARCHITECTURES) await makePackage(architecture);

async function makePackage(architecture) {
  const root = mkdtempSync(join(tmpdir(), "luxgate-deb-"));
  const file = `dist/packages/luxgate_${version}_${architecture}.deb`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    await fillRoot(root, { architecture, version });
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(WRITTEN_SECONDS) };
    const compression = values.quick ? ["-Zgzip", "-z1"] : ["-Zxz"];
    const settings = ["--root-owner-group", "--threads-max=1", ...compression];
    execFileSync("dpkg-deb", [...settings, "--build", root, file], { stdio: ["ignore", "ignore", "inherit"], env });
    console.log(file);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
