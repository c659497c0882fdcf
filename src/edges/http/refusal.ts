import { REFUSALS, type RefusalName, type RefusalParts } from "../../core/contract/refusals.ts";

/** Why a request is not granted. A class, so that nothing a client sends can pass for a refusal. */
export class Refusal {
  readonly name: RefusalName;
  /** What was wrong, never what was sent. */
  readonly detail: string | undefined;
  /** The methods that the path allows. */
  readonly allow: string | undefined;
  /** Where clients of the interface, which know few statuses (G50), are not those who ask. */
  readonly #status: number | undefined;

  constructor(
    name: RefusalName,
    more: { readonly detail?: string; readonly allow?: string; readonly status?: number } = {},
  ) {
    this.name = name;
    this.detail = more.detail;
    this.allow = more.allow;
    this.#status = more.status;
  }

  withStatus(status: number): Refusal {
    const { name, detail, allow } = this;
    return new Refusal(name, {
      ...(detail === undefined ? {} : { detail }),
      ...(allow === undefined ? {} : { allow }),
      status,
    });
  }

  /** Status, code and message: spec §7, G23. */
  parts(): RefusalParts & { readonly message: string } {
    const parts: RefusalParts = REFUSALS[this.name];
    return { ...parts, status: this.#status ?? parts.status, message: this.detail ?? parts.message };
  }
}

export const malformed = (detail: string): Refusal => new Refusal("malformed", { detail });

export const NOT_FOUND = new Refusal("not-found");

export const isRefusal = (outcome: unknown): outcome is Refusal => outcome instanceof Refusal;
