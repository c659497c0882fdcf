import { Type } from "typebox";
import { command, type Outcome, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { CodeWords, given } from "../values.ts";
import { RequestView, viewOfRequest } from "../views/access-view.ts";
import { quoted } from "../words/quoted.ts";
import { orRefused } from "./give-command.ts";

type Requests = NonNullable<NonNullable<Controls["sessions"]>["requests"]>;

const NOT_HERE = refused("This gateway has no web page: it was started with --no-page.");

/** Browsers that ask to be let in as operator. Who is in may let others in by their code, as whoever has the socket may. */
export const OPERATOR_COMMANDS = {
  /** In the order in which they were made. */
  "operator.requests": command({
    given: given({}),
    result: Type.Array(RequestView),
    run: (_given, { sessions }) => {
      const requests = sessions?.requests;
      return requests ? { result: requests.list().map(viewOfRequest) } : NOT_HERE;
    },
  }),

  /** The browser that shows this code, and no other, gets a session. */
  "operator.allow": command({
    given: given({ code: CodeWords }),
    result: RequestView,
    run: ({ code }, controls) => decided(controls, code, (requests) => requests.allow(code, controls.by)),
  }),

  "operator.deny": command({
    given: given({ code: CodeWords }),
    result: RequestView,
    run: ({ code }, controls) => decided(controls, code, (requests) => requests.deny(code, controls.by)),
  }),
};

/** Nothing is guessed: a code that is nearly right may be that of somebody else. */
async function decided(
  { sessions }: Controls,
  code: string,
  decide: (requests: Requests) => ReturnType<Requests["allow"]>,
): Promise<Outcome<RequestView>> {
  const requests = sessions?.requests;
  if (!requests) return NOT_HERE;
  return orRefused(async () => {
    const request = await decide(requests);
    if (request) return { result: viewOfRequest(request) };
    return refused(
      `No waiting request has the code ${quoted(code)}. A request expires after 5 minutes. List them with: ${requests.listCommand}`,
    );
  });
}
