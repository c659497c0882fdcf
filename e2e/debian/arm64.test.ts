import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Program, temporaryFolder } from "../support/program.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

test("the package for arm64 serves, stores and answers, on a processor that is imitated", async () => {
  const root = mkdtempSync(join(tmpdir(), "luxgate-arm64-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync("tar", ["-C", root, "-xf", "e2e/debian/roots/bookworm-arm64.tar"]);
  execFileSync("dpkg-deb", ["-x", `dist/packages/luxgate_${version}_arm64.deb`, root]);
  const inRoot = (path: string) => join(root, "usr/lib/luxgate", path);
  const command = ["qemu-aarch64-static", "-L", root, inRoot("bin/node"), inRoot("dist/luxgate.js")];
  const folder = temporaryFolder();

  const first = Program.serveFrom(folder, { command });
  const { url } = await first.ready();
  const rooms = await (await fetch(`${url}/clip/v2/resource/room`)).text();
  expect(rooms).toContain("Living room");
  await first.stop("SIGKILL");

  const again = await Program.serveFrom(folder, { command }).ready();
  expect(await (await fetch(`${again.url}/clip/v2/resource/room`)).text()).toBe(rooms);
});
