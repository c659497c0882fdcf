import { connect, type Socket } from "node:net";
import { connectPacket, subscribePacket } from "../../test/support/mqtt-packets.ts";

/** CONNACK and SUBACK. */
const MQTT_GREETING_BYTES = 4 + 5;

/** A client that was served and then never reads again; what it is sent stays with the system. */
export class Idler {
  readonly #socket: Socket;
  #isReading = true;
  #hasEnded = false;

  private constructor(port: number, asks: string | Uint8Array, wantedBytes: number, onServed: () => void) {
    let missing = wantedBytes;
    const callback = (count: number): boolean => {
      missing -= count;
      if (missing > 0 || !this.#isReading) return true;
      onServed();
      return false;
    };
    // Only a socket with a buffer of its own stops at once; others read on until they have 64 kB.
    this.#socket = connect({ host: "127.0.0.1", port, onread: { buffer: Buffer.alloc(4096), callback } });
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.#hasEnded = true;
    });
    this.#socket.write(asks);
  }

  static byHttp(port: number): Promise<Idler> {
    return Idler.#served(port, "GET /eventstream/clip/v2 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 1);
  }

  static byMqtt(port: number): Promise<Idler> {
    const asks = Buffer.concat([connectPacket({ keepAliveSeconds: 600 }), subscribePacket(["res/#"])]);
    return Idler.#served(port, asks, MQTT_GREETING_BYTES);
  }

  static #served(port: number, asks: string | Uint8Array, wantedBytes: number): Promise<Idler> {
    return new Promise((resolve) => {
      const idler = new Idler(port, asks, wantedBytes, () => resolve(idler));
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
