import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { NamedKey, Size, Tab } from "./tab.ts";

/** What is used of puppeteer-core, which stands beside these files. */
interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
}

interface Page {
  setViewport(size: Size): Promise<void>;
  goto(address: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  readonly mouse: { click(x: number, y: number): Promise<void> };
  readonly keyboard: { press(key: NamedKey): Promise<void>; type(text: string): Promise<void> };
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
  on(event: "pageerror", listener: (fault: Error) => void): void;
}

/** Debian's Firefox, driven by WebDriver BiDi. */
export async function openInFirefox(size: Size): Promise<Tab> {
  const path = createRequire(import.meta.url).resolve("puppeteer-core");
  const { launch } = (await import(pathToFileURL(path).href)) as Puppeteer;
  const browser = await launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true });
  const page = await browser.newPage();
  await page.setViewport(size);
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return {
    open: async (address) => void (await page.goto(address)),
    valueOf: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    faults: async () => faults,
    close: () => browser.close(),
  };
}
