const SUBACK = 9;
const PUBLISH = 3;
const CONTINUES = 0x80;

interface Published {
  readonly messageId: number;
  /** The one item of the payload. */
  readonly item: string;
}

/** Takes messages with QoS 1 out of what a broker sends: MQTT 3.1.1 §3.3. */
export class PublishedItems {
  #rest: Buffer = Buffer.alloc(0);
  isSubscribed = false;

  take(piece: Buffer): readonly Published[] {
    const bytes = this.#rest.byteLength === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const published: Published[] = [];
    let begin = 0;
    for (let end = endOf(bytes, begin); end !== undefined; end = endOf(bytes, begin)) {
      const kind = (bytes[begin] ?? 0) >> 4;
      if (kind === SUBACK) this.isSubscribed = true;
      if (kind === PUBLISH) published.push(publishedIn(bytes.subarray(begin, end)));
      begin = end;
    }
    this.#rest = bytes.subarray(begin);
    return published;
  }
}

/** Where the packet ends that begins at a place, if it is all there. */
function endOf(bytes: Buffer, begin: number): number | undefined {
  let length = 0;
  for (let at = begin + 1, weight = 1; at < bytes.byteLength; at += 1, weight *= CONTINUES) {
    const byte = bytes[at] ?? 0;
    length += (byte % CONTINUES) * weight;
    if (byte < CONTINUES) return at + 1 + length <= bytes.byteLength ? at + 1 + length : undefined;
  }
  return undefined;
}

function publishedIn(packet: Buffer): Published {
  const topicAt = 2 + packet.subarray(1).findIndex((byte) => byte < CONTINUES);
  const idAt = topicAt + 2 + packet.readUInt16BE(topicAt);
  return { messageId: packet.readUInt16BE(idAt), item: packet.toString("utf8", idAt + 3, packet.byteLength - 1) };
}
