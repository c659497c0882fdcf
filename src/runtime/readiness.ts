import type { Gateway } from "../core/gateway/gateway.ts";
import type { Backend } from "../edges/backends/backend.ts";

/** Something that keeps the gateway from doing all its work. */
export interface ReadinessProblem {
  /** For anybody who asks: without names, addresses or paths. */
  readonly words: string;
  /** For the operator: what it is about, or why it is so. */
  readonly detail: string;
}

/** A listener that may lose its port for a while. */
interface OpenPort {
  readonly port: number | undefined;
}

/** The listeners beside HTTP; undefined where one is not wanted. */
interface OpenPorts {
  readonly discovery: OpenPort | undefined;
  readonly mqtt: OpenPort | undefined;
}

/** Whether a gateway can do all its work: changes are stored, devices are reached, ports are open (G83). */
export class Readiness {
  readonly #gateway: Pick<Gateway, "storeProblem">;
  readonly #backend: Pick<Backend, "condition">;
  readonly #others: () => readonly ReadinessProblem[];
  #ports: OpenPorts | undefined;

  constructor(
    gateway: Pick<Gateway, "storeProblem">,
    backend: Pick<Backend, "condition">,
    others: () => readonly ReadinessProblem[] = () => [],
  ) {
    this.#gateway = gateway;
    this.#backend = backend;
    this.#others = others;
  }

  /** Everything was started. */
  begin(ports: OpenPorts): void {
    this.#ports = ports;
  }

  /** None when the gateway is ready. */
  problems(): readonly ReadinessProblem[] {
    const ports = this.#ports;
    if (!ports) return [{ words: "the gateway is starting", detail: "" }];
    const { storeProblem } = this.#gateway;
    return [
      ...(storeProblem === undefined ? [] : [{ words: "changes cannot be stored", detail: storeProblem }]),
      ...this.#backend
        .condition()
        .sources.flatMap(({ name, problem }) =>
          problem === undefined ? [] : [{ words: "a source of devices is unreachable", detail: name }],
        ),
      ...lost("the discovery port", ports.discovery),
      ...lost("the MQTT port", ports.mqtt),
      ...this.#others(),
    ];
  }
}

const lost = (what: string, listener: OpenPort | undefined): readonly ReadinessProblem[] =>
  listener && listener.port === undefined ? [{ words: `${what} is not open`, detail: "" }] : [];
