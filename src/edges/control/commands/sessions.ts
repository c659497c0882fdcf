import { Type } from "typebox";
import { command, refused } from "../command.ts";
import { given, SessionWords } from "../values.ts";
import { SessionView, viewOfSession } from "../views/access-view.ts";
import { findSession } from "../words/find-access.ts";
import { orRefused } from "./give-command.ts";

const NO_PAGE = refused("This gateway has no web page: it was started with --no-page.");

/** What concerns the browsers in which the operator uses the page. */
export const SESSION_COMMANDS = {
  /** A link that makes a browser the operator's. Whoever is the operator by such a link cannot pass that on. */
  open: command({
    given: given({}),
    result: Type.Object({ urls: Type.Array(Type.String()), seconds: Type.Number() }),
    isForSocketOnly: true,
    run: (_given, { sessions }) => {
      if (!sessions) return NO_PAGE;
      const { urls, millis } = sessions.makeLink();
      return { result: { urls: [...urls], seconds: millis / 1000 } };
    },
  }),

  /** In the order in which they were opened. */
  sessions: command({
    given: given({}),
    result: Type.Object({ sessions: Type.Array(SessionView) }),
    run: (_given, { sessions }, { sessionId }) => {
      if (!sessions) return NO_PAGE;
      return { result: { sessions: sessions.list().map((session) => viewOfSession(session, sessionId)) } };
    },
  }),

  /** Its browser is a visitor from now on, and what it has under way ends. */
  "session.end": command({
    given: given({ session: SessionWords }),
    result: SessionView,
    run: async ({ session: words }, { sessions, by }, { sessionId }) => {
      if (!sessions) return NO_PAGE;
      const session = findSession(sessions.list(), words);
      if ("refused" in session) return session;
      const view = viewOfSession(session.found, sessionId);
      return orRefused(async () =>
        (await sessions.end(session.found.id, by)) ? { result: view } : refused("That session has already ended."),
      );
    },
  }),
};
