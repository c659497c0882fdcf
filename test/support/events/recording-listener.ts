import type { Listener } from "../../../src/edges/backends/zigbee2mqtt/bridge/link/transport.ts";

/** Records the events of a transport, one line each. */
export class RecordingListener implements Listener {
  readonly events: string[] = [];

  readonly onOpened = (): void => void this.events.push("opened");

  readonly onClosed = (reason: string): void => void this.events.push(`closed: ${reason}`);

  readonly onMessage: Listener["onMessage"] = ({ topic, payload, isRetained }) => {
    this.events.push(`${isRetained ? "kept " : ""}${topic} ${Buffer.from(payload).toString("utf8")}`);
  };
}
