/** The size of what a page is shown in, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Keys that are not letters. */
export type NamedKey = "Enter" | "Escape" | "ArrowLeft" | "ArrowRight";

/** One tab of any browser, with a real mouse and a real keyboard. */
export interface Tab {
  open(address: string): Promise<void>;
  /** The value of an expression in the page. */
  valueOf(expression: string): Promise<unknown>;
  /** Clicks at a place in the page. */
  click(x: number, y: number): Promise<void>;
  press(key: NamedKey): Promise<void>;
  /** Types letters. */
  type(text: string): Promise<void>;
  /** Errors of scripts and in the console so far. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type OpenTab = (size: Size) => Promise<Tab>;
