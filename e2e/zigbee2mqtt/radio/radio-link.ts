import type { ChildProcess } from "node:child_process";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

const place = { ask: Type.Number(), cluster: Type.Number(), bytes: Type.String() };

/** What Zigbee2MQTT puts on the air. */
const Sent = Type.Union([
  Type.Object({ kind: Type.Literal("zdo"), to: Type.Number(), ieeeAddress: Type.String(), ...place }),
  Type.Object({ kind: Type.Literal("zcl"), to: Type.Number(), endpoint: Type.Number(), ...place }),
  Type.Object({ kind: Type.Literal("group"), group: Type.Number(), ...place }),
  Type.Object({ kind: Type.Literal("all"), endpoint: Type.Number(), ...place }),
]);
export type Sent = Static<typeof Sent>;

/** What comes back of it. */
export interface Heard {
  readonly arrived?: boolean;
  readonly bytes?: string;
}

/** What devices do of their own accord. */
export type Said =
  | {
      readonly kind: "zcl";
      readonly from: number;
      readonly endpoint: number;
      readonly cluster: number;
      readonly bytes: string;
    }
  | { readonly kind: "joined" | "left"; readonly networkAddress: number; readonly ieeeAddr: string };

const sent = Compile(Sent);

/** The line to the radio in a process of Zigbee2MQTT: every frame it sends is answered, then followed by what else is said. */
export class RadioLink {
  readonly #process: ChildProcess;

  constructor(process: ChildProcess, hear: (sent: Sent) => { readonly heard: Heard; readonly said: readonly Said[] }) {
    this.#process = process;
    process.on("message", (message: unknown) => {
      const { heard, said } = hear(sent.Parse(message));
      this.#send({ answers: sent.Parse(message).ask, ...heard });
      this.say(said);
    });
  }

  say(said: readonly Said[]): void {
    for (const one of said) this.#send(one);
  }

  /** What is said to a process that ends goes unheard. */
  #send(message: object): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
