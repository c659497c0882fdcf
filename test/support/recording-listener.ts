import type { Listener } from "../../src/backends/zigbee2mqtt/bridge/link/transport.ts";

/** Writes down what a bridge says, each thing in a line. */
export class RecordingListener implements Listener {
  readonly heard: string[] = [];

  readonly onOpened = (): void => void this.heard.push("opened");

  readonly onClosed = (reason: string): void => void this.heard.push(`closed: ${reason}`);

  readonly onMessage: Listener["onMessage"] = ({ topic, payload, isRetained }) => {
    this.heard.push(`${isRetained ? "kept " : ""}${topic} ${Buffer.from(payload).toString("utf8")}`);
  };
}
