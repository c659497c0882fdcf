import type { SessionManager } from "@matter/main/protocol";

/** What a stranger may keep open before it has said who it is. A handshake takes one exchange, and mostly less than a second. */
const MOST_SESSIONS = 500;
const MOST_EXCHANGES = 4;

/**
 * matter.js holds for ever what strangers begin and never end, such as a pairing while another one is under way. Anyone
 * in the network could fill the memory. So the oldest of too many makes room.
 */
export function limitStrangers(sessions: SessionManager, onFault: (fault: unknown) => void): void {
  const { unsecuredSessions } = sessions;
  const create = sessions.createUnsecuredSession.bind(sessions);
  sessions.createUnsecuredSession = (options) => {
    for (const [id, oldest] of unsecuredSessions) {
      if (unsecuredSessions.size < MOST_SESSIONS) break;
      unsecuredSessions.delete(id);
      oldest.initiateForceClose({ cause: new Error("too many strangers") }).catch(onFault);
    }
    const session = create(options);
    const add = session.addExchange.bind(session);
    session.addExchange = (exchange) => {
      if (session.exchanges.size >= MOST_EXCHANGES) throw new Error("a stranger began too many exchanges");
      add(exchange);
    };
    return session;
  };
}
