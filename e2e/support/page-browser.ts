import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { onTestFinished } from "vitest";
import { Program, temporaryFolder } from "./program.ts";

/** One tab of a browser. */
export type Page = Awaited<ReturnType<Browser["newPage"]>>;

/** Debian's. Tests run as root in places, where Chromium has no sandbox. Names of no network lead to this machine. */
const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP *.test 127.0.0.1, MAP *.example 127.0.0.1"],
};

/** A machine that many tests share can be slow: only what never comes is to fail, and before the test's own limit. */
const PATIENCE_MILLIS = 120_000;

/** One for all tests of a process: it takes a second to start. It ends with the process. */
let started: Promise<Browser> | undefined;

/** Another one, which shows scrollbars as a desk does. */
let startedWithScrollbars: Promise<Browser> | undefined;

interface OpenOptions extends BrowserContextOptions {
  readonly hasScrollbars?: boolean;
}

function browserFor({ hasScrollbars = false }: OpenOptions): Promise<Browser> {
  if (!hasScrollbars) {
    started ??= chromium.launch(CHROMIUM);
    return started;
  }
  startedWithScrollbars ??= chromium.launch({ ...CHROMIUM, ignoreDefaultArgs: ["--hide-scrollbars"] });
  return startedWithScrollbars;
}

/** A page of a gateway in a browser of its own, with whatever went wrong in it. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts and what a policy of the browser refused. */
  readonly faults: readonly string[];
}

/** Opens an address as somebody who was never there. */
export async function openPage(address: string, options: OpenOptions = {}): Promise<OpenedPage> {
  const { hasScrollbars: _, ...ofContext } = options;
  const browser = await browserFor(options);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...ofContext });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MILLIS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  await page.goto(address);
  return { page, faults };
}

export interface ServedPage {
  readonly program: Program;
  readonly url: string;
  readonly folder: string;
}

/** A gateway with a page, and its state folder. */
export async function servePage(args: readonly string[] = []): Promise<ServedPage> {
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder, ...args]);
  const { url } = await program.ready();
  return { program, url, folder };
}

/** The page as its operator sees it, by the link of `luxgate open`. */
export async function openAsOperator(
  { url, folder }: ServedPage,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const opened = await openPage(`${url}/#open=${await linkFor(folder)}`, options);
  await opened.page.getByRole("link", { name: "Devices" }).waitFor();
  return opened;
}

/** The token of a one-time link. */
export async function linkFor(folder: string): Promise<string> {
  const [, token = ""] = await Program.start(["open", "--data-dir", folder]).says(/#open=([\w-]+)/);
  return token;
}
