import { Check } from "typebox/value";
import {
  COMMANDS,
  type CommandName,
  type GivenTo,
  type NewsOf,
  type ResultOf,
} from "../../../edges/control/commands.ts";
import { MAX_LINE_BYTES, Reply } from "../../../edges/control/protocol.ts";
import { sizeWords } from "../../../shared/given-file.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { connectToGateway, linesFrom } from "./operator-connection.ts";

export interface AskOptions<Name extends CommandName> {
  /** The state folder of the gateway that gets the command. */
  readonly folder: string;
  readonly onNews?: (news: NewsOf<Name>) => void;
  /** Asks the gateway to finish; it still answers. */
  readonly ended?: AbortSignal;
}

/** Has a running gateway do something; what it refuses is a fault, in its words. */
export async function askGateway<Name extends CommandName>(
  command: Name,
  given: GivenTo<Name>,
  { folder, onNews, ended }: AskOptions<Name>,
): Promise<ResultOf<Name>> {
  const line = `${JSON.stringify({ command, with: given })}\n`;
  if (Buffer.byteLength(line) > MAX_LINE_BYTES) {
    throw new CommandFault([`The input is too large: a gateway accepts at most ${sizeWords(MAX_LINE_BYTES)}.`]);
  }
  const socket = await connectToGateway(folder);
  const end = () => void socket.end();
  ended?.addEventListener("abort", end);
  socket.write(line);
  try {
    for await (const answer of linesFrom(socket)) {
      const reply = replyTo(command, answer);
      if ("refused" in reply) throw new CommandFault(reply.refused.map(printable));
      if ("result" in reply) return reply.result;
      onNews?.(reply.news);
    }
  } finally {
    ended?.removeEventListener("abort", end);
    socket.destroy();
  }
  throw new Error("the lines of a gateway ended without a fault");
}

type ReplyTo<Name extends CommandName> =
  | { readonly news: NewsOf<Name> }
  | { readonly result: ResultOf<Name> }
  | { readonly refused: readonly string[] };

/** A reply that does not match the table of commands comes from a gateway of another version. */
function replyTo<Name extends CommandName>(command: Name, line: Uint8Array): ReplyTo<Name> {
  const reply = valueIn(line);
  const { news, result } = COMMANDS[command];
  if (Check(Reply, reply)) {
    if ("refused" in reply) return reply;
    if ("news" in reply && news && Check(news, reply.news)) return { news: reply.news as NewsOf<Name> };
    if ("result" in reply && Check(result, reply.result)) return { result: reply.result as ResultOf<Name> };
  }
  throw new CommandFault(["The gateway and this command have different versions. Restart the gateway."]);
}

function valueIn(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(line));
  } catch {
    return undefined;
  }
}
