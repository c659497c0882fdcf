import { globSync } from "node:fs";
import { expect } from "vitest";
import { LineProcess } from "../support/line-process.ts";
import { portOfItsOwn } from "../support/tcp-ports.ts";
import type { NamedKey, Size, Tab } from "./tab.ts";
import { WebDriverSession } from "./web-driver.ts";

/** As WebDriver writes them. */
const KEYS: Readonly<Record<NamedKey, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** Without its bars, which are wider than a phone. Each architecture has a folder of its own for it. */
function miniBrowser(): object {
  const [binary] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
  if (binary === undefined) throw new Error("MiniBrowser is not installed");
  return { binary, args: ["--automation", "--full-screen"] };
}

/** Classic WebDriver tells of no errors: the page itself keeps them, once it is loaded. */
const LISTENING = `(() => {
  if (window.faultsSeen) return;
  const faults = (window.faultsSeen = []);
  const { error } = console;
  console.error = (...words) => {
    faults.push(words.join(" "));
    error.apply(console, words);
  };
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
})()`;

/** A driver says nothing when it is ready. */
async function startedSession(driver: string): Promise<WebDriverSession> {
  await expect.poll(() => isReady(driver)).toBe(true);
  return WebDriverSession.start(driver, { browserName: "MiniBrowser", "webkitgtk:browserOptions": miniBrowser() });
}

const isReady = (driver: string): Promise<boolean> =>
  fetch(`${driver}/status`).then(
    (response) => response.ok,
    () => false,
  );

/** WebKitGTK's MiniBrowser on a screen that nobody sees, driven by classic WebDriver. */
export async function openInWebKit(size: Size): Promise<Tab> {
  const screen = new LineProcess("Xvfb", [
    "-displayfd",
    "1",
    "-screen",
    "0",
    `${size.width}x${size.height}x24`,
    "-nolisten",
    "tcp",
  ]);
  const display = await screen.line(/^\d+$/);
  const port = await portOfItsOwn();
  const environment = [`DISPLAY=:${display}`, "LIBGL_ALWAYS_SOFTWARE=1"];
  const driver = new LineProcess("env", [...environment, "WebKitWebDriver", `--port=${port}`]);
  const session = await startedSession(`http://127.0.0.1:${port}`);
  await session.post("window/rect", { x: 0, y: 0, ...size });
  return {
    open: async (address) => {
      await session.post("url", { url: address });
      await session.valueOf(LISTENING);
    },
    valueOf: (expression) => session.valueOf(expression),
    click: (x, y) => session.click(x, y),
    press: (key) => session.type([KEYS[key]]),
    type: (text) => session.type([...text]),
    faults: async () => (await session.valueOf("window.faultsSeen")) as readonly string[],
    close: async () => {
      await session.end();
      await driver.stop();
      await screen.stop();
    },
  };
}
