import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const textOf = (name: string) => readFileSync(`deploy/debian/${name}`, "utf8");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

describe("the Debian package", () => {
  test("has an entry of this version in its changelog, with a time", () => {
    const [, entry, time = ""] = /^luxgate \((.*)\) .*?^ -- .*? {2}(.*)$/ms.exec(textOf("changelog")) ?? [];
    expect(entry).toBe(version);
    expect(Date.parse(time)).toBeGreaterThan(0);
  });

  test("overrides nothing of lintian's without a reason", () => {
    const paragraphs = textOf("lintian-overrides")
      .trim()
      .split(/\n(?=#)/);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# \S.*\n(luxgate: .*\n?)+$/);
  });

  test("starts the service as its own user, from the folder that is removed only by a purge", () => {
    const unit = textOf("luxgate.service");
    expect(unit).toMatch(/^User=luxgate$/m);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/luxgate serve --data-dir \/var\/lib\/luxgate$/m);
    for (const line of ["Type=notify", "NotifyAccess=all", "WatchdogSec=30", "ExecReload=/bin/kill -HUP $MAINPID"])
      expect(unit.split("\n")).toContain(line);
    const [before = "", purge = ""] = textOf("postrm").split('if [ "$1" = purge ]');
    expect([before.includes("/var/lib/luxgate"), purge.includes("rm -rf /var/lib/luxgate")]).toEqual([false, true]);
  });
});

test("a gateway that fails is started again within a second, however often: in the unit, on the page and as a container", () => {
  const page = readFileSync("docs/operating.md", "utf8");
  for (const line of ["Restart=on-failure", "RestartSec=500ms", "StartLimitIntervalSec=0"]) {
    expect(textOf("luxgate.service").split("\n")).toContain(line);
    expect(page.split("\n")).toContain(line);
  }
  const [unitSection = ""] = textOf("luxgate.service").split("[Service]");
  expect(unitSection).toContain("StartLimitIntervalSec=0");
  expect(page).toMatch(/^podman run .* --restart on-failure /m);
});

test("the limits on memory, tasks and open files are the same in the unit and on the page, for containers too", () => {
  const page = readFileSync("docs/operating.md", "utf8");
  for (const line of ["MemoryMax=768M", "TasksMax=128", "LimitNOFILE=16384"]) {
    expect(textOf("luxgate.service").split("\n")).toContain(line);
    expect(page.split("\n")).toContain(line);
  }
  expect(page).toMatch(/^podman run .* --memory 768m --pids-limit 128 /m);
});

test("the package and the container start their Node as npm start does", () => {
  const settings = execFileSync(process.execPath, ["tools/heap-flags.mjs", "24"], { encoding: "utf8" }).trim();
  const quoted = settings.split(" ").map((setting) => JSON.stringify(setting));
  expect(readFileSync("deploy/debian/luxgate.sh", "utf8")).toContain(`/bin/node ${settings} /usr`);
  expect(readFileSync("Containerfile", "utf8")).toContain(`/bin/node", ${quoted.join(", ")}, "/usr`);
});
