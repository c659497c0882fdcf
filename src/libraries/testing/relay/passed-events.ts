import type { Cut, LoseEvents, LoseHeartbeats, Stall } from "../misbehaviour.ts";
import { type Ends, type PassedAnswer, partOf } from "./answers.ts";
import type { Piece } from "./http-reader.ts";

type EventMisbehaviour = LoseHeartbeats | LoseEvents | Cut | Stall;

/** What may go wrong at the next message of a stream. */
type TakeFault = (kinds: readonly EventMisbehaviour["kind"][]) => EventMisbehaviour | undefined;

const MESSAGE_END = "\n\n";

/** A stream of events, message by message: each is passed on, or it is lost, or it is the last. */
export function passedEvents({ way, cut }: Ends, takeFault: TakeFault): PassedAnswer {
  let unfinished = "";
  let isStalled = false;
  /** It may be a refusal instead. */
  let isStream = false;
  const send = (text: string) => way.write(chunkOf(text));
  const pass = (message: string) => {
    const fault = takeFault(faultsOf(message));
    if (fault?.kind === "cut" || fault?.kind === "stall") {
      isStalled = true;
      send(message.slice(0, partOf(message.length, fault)));
      if (fault.kind === "cut") way.finish(cut);
    }
    if (fault === undefined) send(message);
  };
  const read = (data: Buffer) => {
    // As Latin-1, which gives each byte back as it was, wherever the text is torn.
    unfinished += data.toString("latin1");
    const messages = unfinished.split(MESSAGE_END);
    unfinished = messages.pop() ?? "";
    for (const message of messages) if (!isStalled) pass(`${message}${MESSAGE_END}`);
  };
  const take = (piece: Piece) => {
    if (piece.kind === "head") isStream = piece.head.headers["content-type"] === "text/event-stream";
    if (isStream && piece.kind === "body") read(piece.data);
    else if (!isStalled) way.write(isStream && piece.kind === "end" ? LAST_CHUNK : piece.bytes);
  };
  return { take, isStuck: () => isStalled };
}

/** What can go wrong with a message, the likeliest thing first. */
function faultsOf(message: string): readonly EventMisbehaviour["kind"][] {
  const [, event] = /^event: (.*)$/m.exec(message) ?? [];
  if (event === "heartbeat") return ["cut", "stall", "lose-heartbeats"];
  return event === "add" || event === "update" || event === "remove"
    ? ["cut", "stall", "lose-events"]
    : ["cut", "stall"];
}

/** Streams have no length, so they come in chunks. */
const chunkOf = (text: string): Buffer =>
  text === "" ? Buffer.alloc(0) : Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`, "latin1");

const LAST_CHUNK = Buffer.from("0\r\n\r\n");
