import { expect, onTestFinished } from "vitest";
import { elementExpression, placeExpression, type Role, TOO_WIDE } from "./find-in-page.ts";
import type { NamedKey, OpenTab, Size, Tab } from "./tab.ts";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly coveredBy: string;
}

/** The page in a browser, used as a person does: everything is found by its role and name. */
export class SeenPage {
  readonly #tab: Tab;
  readonly #size: Size;

  private constructor(tab: Tab, size: Size) {
    this.#tab = tab;
    this.#size = size;
  }

  /** Opens an address in a new browser; it is closed when the test is over, and must have found nothing wrong. */
  static async open(openTab: OpenTab, size: Size, address: string): Promise<SeenPage> {
    const tab = await openTab(size);
    onTestFinished(async () => {
      const faults = await tab.faults();
      await tab.close();
      expect(faults).toEqual([]);
    });
    await tab.open(address);
    const page = new SeenPage(tab, size);
    await expect.poll(() => page.valueOf("[innerWidth, innerHeight]")).toEqual([size.width, size.height]);
    return page;
  }

  open(address: string): Promise<void> {
    return this.#tab.open(address);
  }

  valueOf(expression: string): Promise<unknown> {
    return this.#tab.valueOf(expression);
  }

  press(key: NamedKey): Promise<void> {
    return this.#tab.press(key);
  }

  /** Waits until something is there. */
  async sees(role: Role, name: RegExp): Promise<void> {
    await expect.poll(() => this.has(role, name), { message: `${role} ${name}` }).toBe(true);
  }

  async seesText(pattern: RegExp): Promise<void> {
    await expect.poll(() => this.valueOf("document.body.innerText")).toMatch(pattern);
  }

  async has(role: Role, name: RegExp): Promise<boolean> {
    return (await this.valueOf(`(${elementExpression(role, name)}) !== null`)) === true;
  }

  async click(role: Role, name: RegExp): Promise<void> {
    await this.sees(role, name);
    let place: Place | null = null;
    // What moves or is covered for a moment is waited for.
    await expect
      .poll(async () => {
        const before = place;
        place = (await this.valueOf(placeExpression(elementExpression(role, name)))) as Place | null;
        return place && before && place.x === before.x && place.y === before.y ? place.coveredBy : "it moves";
      })
      .toBe("");
    const { x, y } = place ?? { x: 0, y: 0 };
    await this.#tab.click(x, y);
  }

  async focus(role: Role, name: RegExp): Promise<void> {
    await this.sees(role, name);
    await this.valueOf(`(${elementExpression(role, name)}).focus()`);
  }

  async type(role: Role, name: RegExp, text: string): Promise<void> {
    await this.focus(role, name);
    await this.#tab.type(text);
  }

  /** Nothing is wider than the screen. */
  async fits(where: string): Promise<void> {
    expect(await this.valueOf(TOO_WIDE), `${where}, at ${this.#size.width} pixels`).toEqual([]);
  }
}
