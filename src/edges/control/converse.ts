import type { Socket } from "node:net";
import { contained } from "../../shared/connection-faults.ts";
import type { BrowserRequest } from "./answer.ts";
import { type Conversation, refused } from "./command.ts";
import type { Controls } from "./controls.ts";
import { Lines } from "./lines.ts";
import { type Answer, MAX_LINE_BYTES, type Reply } from "./protocol.ts";

export interface Conversing {
  readonly controls: Controls;
  /** Called with what went wrong inside the gateway. */
  readonly onFault: (fault: unknown) => void;
}

/** Takes a while, so it is not waited for before the gateway is ready. */
export const loadAnswers = () => import("./answer.ts");

/** Answers browsers that have a session. */
export const answersToBrowsers =
  (controls: Controls) =>
  async (request: BrowserRequest, conversation: Conversation<unknown>): Promise<Answer> => {
    const { answerToBrowser } = await loadAnswers();
    return answerToBrowser(request, controls, conversation);
  };

/** The same at a front of a fleet. */
export const answersAtFront =
  (controls: Controls) =>
  async (request: BrowserRequest, conversation: Conversation<unknown>): Promise<Answer> => {
    const { answerAtFront } = await loadAnswers();
    return answerAtFront(request, controls, conversation);
  };

/** Answers one operator, line after line, until they are done. An operator who closes their side gets no more news. */
export function converse(socket: Socket, { controls, onFault }: Conversing): void {
  const lines = new Lines(MAX_LINE_BYTES);
  const ending = new AbortController();
  let answered = Promise.resolve();

  const say = (reply: Reply): void => {
    if (socket.writable) socket.write(lineOf(reply));
  };
  const answer = async (line: Uint8Array): Promise<void> => {
    try {
      const { answerTo } = await loadAnswers();
      const isBehind = () => socket.writableNeedDrain;
      say(await answerTo(line, controls, { tell: (news) => say({ news }), isBehind, ended: ending.signal }));
    } catch (fault) {
      onFault(fault);
      say(refused("The gateway failed to carry out the command. See its log."));
    }
  };
  const take = (line: Uint8Array): void => {
    answered = answered.then(() => answer(line));
  };
  const end = (): void => {
    ending.abort();
    void answered.then(() => socket.destroySoon());
  };
  /** The rest of the input is discarded, so that the operator receives the reason instead of a reset. */
  const endEarly = (): void => {
    ending.abort();
    socket.removeAllListeners("data").resume();
    void answered.then(
      () =>
        socket.writable &&
        socket.end(lineOf(refused(`The line is too long: expected at most ${MAX_LINE_BYTES} bytes.`))),
    );
  };

  const receive = (piece: Uint8Array): void => {
    const whole = lines.take(piece);
    if (whole === "too-long") endEarly();
    else whole.forEach(take);
  };

  socket.on("data", contained({ end: () => socket.destroy(), onFault }, receive));
  socket.on("end", () => {
    const rest = lines.rest();
    if (rest.length > 0) take(rest);
    end();
  });
  socket.on("close", () => ending.abort());
}

const lineOf = (reply: Reply): string => `${JSON.stringify(reply)}\n`;
