import { Agent } from "node:http";
import type { Home } from "../home.ts";
import { Listing } from "../listing.ts";
import type { RequestOptions } from "../reader.ts";
import { difference } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";

interface Step extends RequestOptions {
  readonly kind: Kind;
  readonly query?: string;
}

/** Checks that reads over one connection do not get into each other's way: a plain one comes after a filtered one. */
export async function checkConnection(session: Session, home: Home): Promise<void> {
  const [room] = home.room.sound;
  const filters: readonly Step[] = [
    { kind: "device", query: "cat1_id=1" },
    ...(room ? [{ kind: "scene", body: JSON.stringify({ room_uuid: room.id }) } as const] : []),
  ];
  for (const filter of filters) await expectPlainAfter(session, home, filter);
}

function expectPlainAfter(session: Session, home: Home, { kind, ...filter }: Step): Promise<Look> {
  return session.expectSteadily("http.connection", async (times): Promise<Look> => {
    const plain: Listing<Kind> = times === 0 ? home[kind] : await readListing(session, kind);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      await readList(session, kind, { ...filter, agent, mayBeRefused: true });
      const found = await readList(session, kind, { agent });
      if (!(found instanceof Listing) || !found.isWhole || !plain.isWhole) return "unclear";
      const fault = difference(plain.ids, found.ids);
      const where = `GET ${LISTS[kind].path} over the connection of another request`;
      return fault === undefined ? undefined : { where, expected: `every ${kind}`, found: fault };
    } finally {
      agent.destroy();
    }
  });
}
