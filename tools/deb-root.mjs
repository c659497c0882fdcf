// What is in a Debian package: the program with its Node, and its place in a system.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, lutimesSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
// biome-ignore lint/correctness/noUnresolvedImports: what CommonJS exports is not seen
import { fetchedNode } from "./fetch-node.cjs";
import { noticesOf } from "./third-party-notices.mjs";

const HERE = "deploy/debian";
const PROGRAM = "usr/lib/luxgate";
const DOCUMENTS = "usr/share/doc/luxgate";
const NODES = { amd64: "x64", arm64: "arm64" };
/** What other programs import is for npm. */
const NOT_SERVED = /^dist\/(types|bench|packages|client|testing)/;

const [, written] = / {2}(\S+, .*)$/m.exec(readFileSync(join(HERE, "changelog"), "utf8"));

/** When the version was made, by its changelog: the time of all files. */
export const WRITTEN_SECONDS = Date.parse(written) / 1000;

export const ARCHITECTURES = Object.keys(NODES);

/** Fills a folder with all that dpkg-deb makes a package of. */
export async function fillRoot(root, { architecture, version }) {
  const cpu = NODES[architecture];
  const node = await fetchedNode(cpu);
  fillProgram(root, { version, node });
  fillSystem(root, node);
  fillControl(root, { architecture, version });
  settle(root);
}

function fillProgram(root, { version, node }) {
  const into = (path) => join(root, PROGRAM, path);
  cpSync("dist", into("dist"), { recursive: true, filter: (path) => !NOT_SERVED.test(path) });
  cpSync("homes", into("homes"), { recursive: true });
  const description = JSON.parse(readFileSync("package.json", "utf8"));
  write(root, `${PROGRAM}/package.json`, JSON.stringify({ ...description, version }, null, 2));
  cpSync(join(node, "node"), into("bin/node"));
}

function fillSystem(root, node) {
  write(root, "usr/bin/luxgate", readFileSync(join(HERE, "luxgate.sh")));
  write(root, "etc/luxgate/luxgate.yaml", readFileSync(join(HERE, "luxgate.yaml")));
  write(root, "usr/lib/systemd/system/luxgate.service", readFileSync(join(HERE, "luxgate.service")));
  write(root, "usr/share/lintian/overrides/luxgate", readFileSync(join(HERE, "lintian-overrides")));
  write(root, "usr/share/man/man1/luxgate.1.gz", zipped(readFileSync(join(HERE, "luxgate.1"))));
  write(root, `${DOCUMENTS}/changelog.gz`, zipped(readFileSync(join(HERE, "changelog"))));
  for (const page of ["README.md", "CHANGELOG.md", "SECURITY.md"]) {
    write(root, `${DOCUMENTS}/${page}`, readFileSync(page));
  }
  for (const folder of ["docs", "deploy/nats"]) cpSync(folder, join(root, DOCUMENTS, folder), { recursive: true });
  write(root, `${DOCUMENTS}/copyright`, copyright(dirname(node)));
}

/** Luxgate's own licence, then those of all that the package holds: bundled packages, and Node with its parts. */
function copyright(nodePackage) {
  return [
    readFileSync("LICENSE", "utf8"),
    readFileSync("THIRD-PARTY-NOTICES", "utf8"),
    noticesOf([nodePackage], "The Debian package"),
    "",
  ].join("\n\n");
}

function fillControl(root, { architecture, version }) {
  const installedBytes = filesIn(root).reduce((sum, path) => sum + statSync(path).size, 0);
  const control = readFileSync(join(HERE, "control"), "utf8")
    .replace("@VERSION@", version)
    .replace("@ARCHITECTURE@", architecture)
    .replace("@INSTALLED_KIB@", Math.ceil(installedBytes / 1024));
  const sums = execFileSync("md5sum", filesOutsideEtc(root), { cwd: root, encoding: "utf8" });
  write(root, "DEBIAN/control", control);
  write(root, "DEBIAN/conffiles", "/etc/luxgate/luxgate.yaml\n");
  write(root, "DEBIAN/md5sums", sums);
  for (const script of ["postinst", "prerm", "postrm"]) {
    write(root, `DEBIAN/${script}`, readFileSync(join(HERE, script)));
  }
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

const filesOutsideEtc = (root) =>
  filesIn(root)
    .map((path) => path.slice(root.length + 1))
    .filter((path) => !path.startsWith("etc/"));

function write(root, path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Without a name or a time. */
const zipped = (text) => gzipSync(text, { level: 9 });

/** The same modes and times wherever it is made. */
function settle(root) {
  const programs = /\/(usr\/bin\/luxgate|usr\/lib\/luxgate\/bin\/node|DEBIAN\/(postinst|prerm|postrm))$/;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || programs.test(path) ? 0o755 : 0o644);
    lutimesSync(path, WRITTEN_SECONDS, WRITTEN_SECONDS);
  }
  chmodSync(root, 0o755);
}
