interface Stream {
  isStalled: boolean;
  bytesLeft: number;
  readonly cut: () => void;
}

/** A way to the gateway on which event streams break, fall silent and lose events. */
export class LossyLine {
  readonly #streams = new Set<Stream>();
  #eventsToLose = 0;
  #eventsLost = 0;

  get eventsLost(): number {
    return this.#eventsLost;
  }

  readonly fetch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const { headers, status, body } = response;
    if (!body || !headers.get("content-type")?.startsWith("text/event-stream")) return response;
    return new Response(body.pipeThrough(this.#losing()).pipeThrough(this.#breaking()), { headers, status });
  };

  /** The connections there are break, now or after so many more bytes. */
  cut(afterBytes = 0): void {
    for (const stream of this.#streams) {
      stream.bytesLeft = afterBytes;
      if (afterBytes === 0) stream.cut();
    }
  }

  /** Nothing comes any more on the connections there are, and they stay open. */
  stall(): void {
    for (const stream of this.#streams) stream.isStalled = true;
  }

  /** The next so many events do not come through. */
  lose(events: number): void {
    this.#eventsToLose = events;
  }

  #losing(): TransformStream<Uint8Array, Uint8Array> {
    const decoder = new TextDecoder();
    let text = "";
    return new TransformStream({
      transform: (bytes, way) => {
        const frames = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
        text = frames.pop() ?? "";
        const kept = frames.filter((frame) => !this.#isLost(frame)).map((frame) => `${frame}\n\n`);
        if (kept.length > 0) way.enqueue(new TextEncoder().encode(kept.join("")));
      },
    });
  }

  #isLost(frame: string): boolean {
    if (this.#eventsToLose === 0 || !/^event: (add|update|remove)$/m.test(frame)) return false;
    this.#eventsToLose -= 1;
    this.#eventsLost += 1;
    return true;
  }

  #breaking(): TransformStream<Uint8Array, Uint8Array> {
    let stream: Stream;
    return new TransformStream({
      start: (way) => {
        const cut = () => {
          this.#streams.delete(stream);
          way.error(new Error("the line broke"));
        };
        stream = { isStalled: false, bytesLeft: Infinity, cut };
        this.#streams.add(stream);
      },
      transform: (bytes, way) => {
        if (stream.isStalled) return;
        if (bytes.byteLength < stream.bytesLeft) {
          stream.bytesLeft -= bytes.byteLength;
          way.enqueue(bytes);
          return;
        }
        way.enqueue(bytes.subarray(0, stream.bytesLeft));
        // What came through is taken before the end is noticed.
        setImmediate(stream.cut);
      },
    });
  }
}
