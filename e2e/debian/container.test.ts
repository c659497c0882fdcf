import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { NetworkNamespace } from "../support/network-namespace.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const BASE = "localhost/luxgate-base";
const IMAGE = "localhost/luxgate";
const LUXGATE = ["/usr/lib/luxgate/bin/node", "/usr/lib/luxgate/dist/luxgate.js"];
/** What runs without systemd and within the limits of a small machine. */
const MODEST = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1000:1000", "--health-interval=disable"];

let folder: string;
let network: NetworkNamespace;

function podman(...args: readonly string[]): string {
  const storage = [`--root=${folder}/images`, `--runroot=${folder}/running`, "--storage-driver=vfs"];
  const program = ["podman", ...storage, "--runtime=runc", "--cgroup-manager=cgroupfs", ...args];
  // Unlike `ip netns exec` it leaves /sys alone, where the control groups are.
  return execFileSync("nsenter", [`--net=/run/netns/${network.name}`, ...program], { encoding: "utf8", stdio: "pipe" });
}

/** Its state is in a volume that outlives it, and nothing else of it can be written. */
function runContainer(name: string): void {
  const shutIn = ["--read-only", "--cap-drop=all", "--volume=luxgate-state:/var/lib/luxgate"];
  podman("run", "--detach", `--name=${name}`, "--network=host", ...MODEST, ...shutIn, IMAGE);
  onTestFinished(() => void podman("rm", "--force", "--ignore", name));
}

const isReady = (name: string) => expect.poll(() => podman("logs", name), { timeout: 120_000, interval: 500 });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "luxgate-containers-"));
  network = new NetworkNamespace();
  network.ip("link", "set", "lo", "up");
  podman("import", "e2e/debian/roots/bookworm-amd64.tar", BASE);
  const deb = `dist/packages/luxgate_${version}_amd64.deb`;
  // Steps of the build run in a chroot: they need nothing of the machine's control groups.
  const settings = ["--isolation=chroot", "--format=docker", `--build-arg=BASE=${BASE}`, `--build-arg=DEB=${deb}`];
  podman("build", ...settings, `--tag=${IMAGE}`, ".");
});

afterAll(() => {
  network.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("the container is small, is not root, has no shell, and is found healthy", async () => {
  expect(Number(podman("image", "inspect", "--format={{.Size}}", IMAGE))).toBeLessThan(145_000_000);
  runContainer("one");
  await isReady("one").toMatch(/is ready at http:\/\/127\.0\.0\.1:8080/);
  expect(podman("exec", "one", LUXGATE[0] ?? "", "-p", "process.getuid()").trim()).toBe("10001");
  expect(() => podman("exec", "one", "sh", "-c", "true")).toThrow();
  expect(() => podman("healthcheck", "run", "one")).not.toThrow();
});

test("what one container stored, the next one serves, and both end in order", async () => {
  runContainer("first");
  await isReady("first").toContain("is ready");
  podman("exec", "first", ...LUXGATE, "room", "add", "Attic");
  podman("stop", "--time=20", "first");
  expect(podman("inspect", "--format={{.State.ExitCode}}", "first").trim()).toBe("0");
  runContainer("second");
  await isReady("second").toContain("is ready");
  expect(podman("exec", "second", ...LUXGATE, "rooms")).toContain("Attic");
});
