import type { JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import { streamOf } from "./subjects.ts";
import { CopyBehind } from "./through-elections.ts";

/**
 * What the leader of a bucket says of it, and the time by its clock; throws where there is none. A server that lost all answers as well until one is
 * elected, and then its bucket is empty. A server that is in no cluster leads.
 */
export async function leaderInfo(
  manager: { readonly streams: Pick<JetStreamManager["streams"], "info"> },
  bucket: string,
): Promise<Pick<StreamInfo, "created" | "state"> & { readonly atMillis: number }> {
  const info: StreamInfo & { readonly ts?: string } = await manager.streams.info(streamOf(bucket));
  if (info.cluster && !info.cluster.leader) throw new CopyBehind();
  const { created, state, ts } = info;
  return { created, state, atMillis: ts === undefined ? Date.now() : Date.parse(ts) };
}
