import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { FleetMember } from "../../../src/edges/fleet/member/fleet-member.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";
import { startForgetfulGateway } from "../../../src/libraries/testing/forgetful-gateway.ts";
import { startFleet } from "../../../src/runtime/start-fleet.ts";
import type { RunningGateway } from "../../../src/runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";
import { pieceOf } from "../gateway/operated-gateway.ts";
import { HttpClient } from "../http/http-client.ts";
import { MEMBER_HERE } from "./member-here.ts";
import type { TestFleet } from "./test-fleet.ts";

/** A gateway as it is served, with simulated lamps, that has joined a fleet. */
export interface ServedGateway extends RunningGateway {
  readonly id: string;
  /** What its audit trail has. */
  readonly store: MemoryStore;
  readonly client: HttpClient;
  readonly member: FleetMember;
}

export async function servedGateway(fleet: TestFleet, id: string, contents: HomeContents): Promise<ServedGateway> {
  const store = new MemoryStore();
  const running = await startForgetfulGateway({ contents, store, clock: SYSTEM_CLOCK });
  const folder = mkdtempSync(join(tmpdir(), "luxgate-member-"));
  const member = startFleet(running, {
    address: fleet.address(id),
    gatewayId: id,
    folder,
    readTrail: (query, older) => Promise.resolve(pieceOf(store, query, older)),
    ...MEMBER_HERE,
  });
  const stop = async () => {
    await member.stop();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...running, id, store, client: new HttpClient(running.http.port), member, stop };
}
