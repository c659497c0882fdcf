import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenedPage, openPage } from "./page-browser.ts";
import { temporaryFolder } from "./program.ts";

type Page = OpenedPage["page"];

/** Texts that run a script wherever somebody takes them for more than texts. */
export const HOSTILE_NAMES = [
  "<img src=x onerror=hacked()>",
  '"><script>hacked()</script>',
  "</title></textarea><svg/onload=hacked()>",
  "javascript:hacked()",
  "{{constructor.constructor('hacked()')()}}",
  "' onfocus=hacked() autofocus x='",
  "__proto__",
  "\u05e9\u05dc\u05d5\u05dd (hacked) 1",
  `<iframe srcdoc="<script>parent.hacked()</script>">${"W".repeat(78)}`,
] as const;

/** A home in which everything that has a name has a hostile one. */
export function hostileHome(): string {
  const file = join(temporaryFolder(), "home.yaml");
  const [update, spare] = HOSTILE_NAMES;
  const rooms = HOSTILE_NAMES.map((name, at) => ({
    name,
    type: name,
    devices: [{ name, product: at % 2 === 0 ? "colour bulb" : "light strip", on: true, update }],
    scenes: [{ name, colours: ["#ff8800"] }],
  }));
  const devices = [
    { name: `${spare} box`, product: "sync box", area: HOSTILE_NAMES[0] },
    { name: `${spare} new`, product: "colour bulb", admitted: false },
    { name: `${spare} off`, product: "colour bulb", online: false },
  ];
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ gateway: { name: `${update} gateway` }, rooms, devices }));
  return file;
}

/** A page that counts scripts which should not run, and what a policy of the browser had to refuse. */
export class WatchedPage {
  readonly page: Page;
  readonly #faults: readonly string[];

  private constructor({ page, faults }: OpenedPage) {
    this.page = page;
    this.#faults = faults;
  }

  static async open(address: string): Promise<WatchedPage> {
    const opened = await openPage("about:blank");
    await opened.page.addInitScript(`
      globalThis.ran = [];
      globalThis.hacked = () => ran.push("a script");
      document.addEventListener("securitypolicyviolation", (event) => ran.push(event.violatedDirective));
    `);
    await opened.page.goto(address);
    return new WatchedPage(opened);
  }

  /** Each text stands there as it is. */
  async shows(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.page.getByText(text, { exact: true }).first().waitFor({ state: "attached" });
  }

  async view(name: string, heading = name): Promise<void> {
    await this.page.getByRole("link", { name, exact: true }).click();
    await this.page.getByRole("heading", { name: heading, exact: true, level: 1 }).waitFor();
  }

  /** Whatever ran that should not, or went wrong. */
  async ran(): Promise<readonly unknown[]> {
    const ran = (await this.page.evaluate("ran")) as readonly unknown[];
    const foreign = await this.page.locator("main :is(script, iframe, img, object), [onerror], [onfocus]").count();
    return [...ran, ...this.#faults, ...(foreign > 0 ? [`${foreign} foreign elements`] : [])];
  }
}
