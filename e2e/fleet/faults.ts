import type { FleetLab } from "./fleet-lab.ts";

/** Something that goes wrong, and is put right after a while. */
export interface Fault {
  readonly name: string;
  /** From the moment it goes wrong. */
  readonly holdMillis: number;
  /** Whether the last gateway cannot be heard of meanwhile. */
  readonly isGatewayAway?: boolean;
  /** For how long no change may come through, where that is longer than usual. */
  readonly mostGapSeconds?: number;
  /** Whether no change can come through until all is put right: that time does not count. */
  readonly stopsAll?: boolean;
  /** Gives how it is put right. */
  readonly strike: (lab: FleetLab) => Promise<() => Promise<unknown>>;
}

const KILLED_MILLIS = 12_000;
/** Longer than the others need to choose a leader in place of one that says nothing: up to 9 s, and puts that it took with it. */
const FROZEN_MILLIS = 20_000;

export const FAULTS: readonly Fault[] = [
  {
    name: "a follower is killed",
    holdMillis: KILLED_MILLIS,
    strike: async ({ cluster }) => {
      const [meta, { followers }] = [await cluster.metaLeader(), await cluster.streamLeader()];
      const follower = followers.find((server) => server !== meta) ?? meta;
      await follower.kill();
      return () => follower.start();
    },
  },
  {
    name: "the stream's leader is killed",
    holdMillis: KILLED_MILLIS,
    strike: async ({ cluster }) => {
      const { leader } = await cluster.streamLeader();
      await leader.kill();
      return () => leader.start();
    },
  },
  {
    name: "the meta leader is killed",
    holdMillis: KILLED_MILLIS,
    strike: async ({ cluster }) => {
      const meta = await cluster.metaLeader();
      await cluster.haveLead((server) => server !== meta);
      await meta.kill();
      return () => meta.start();
    },
  },
  {
    name: "the server of a front's consumer is killed",
    holdMillis: KILLED_MILLIS,
    strike: async ({ cluster }) => {
      const [holder] = await cluster.consumerHolders();
      await holder?.kill();
      return async () => holder?.start();
    },
  },
  {
    name: "a server that leads stream and cluster is killed",
    holdMillis: KILLED_MILLIS,
    strike: async ({ cluster }) => {
      const meta = await cluster.metaLeader();
      await cluster.haveLead((server) => server === meta);
      await meta.kill();
      return () => meta.start();
    },
  },
  {
    name: "the stream's leader freezes",
    holdMillis: FROZEN_MILLIS,
    mostGapSeconds: 15,
    strike: async ({ cluster }) => {
      const { leader } = await cluster.streamLeader();
      leader.freeze();
      return async () => leader.thaw();
    },
  },
  {
    name: "all servers are killed and started",
    holdMillis: 0,
    stopsAll: true,
    strike: async ({ cluster: { servers } }) => {
      await Promise.all(servers.map((server) => server.kill()));
      return () => Promise.all(servers.map((server) => server.start()));
    },
  },
  {
    name: "a server loses its disk",
    holdMillis: 5_000,
    strike: async ({ cluster }) => {
      const { leader } = await cluster.streamLeader();
      await leader.kill();
      leader.wipe();
      return () => leader.start();
    },
  },
  {
    name: "the bucket is deleted and made anew",
    holdMillis: 0,
    stopsAll: true,
    strike: async ({ cluster, operator }) => {
      await cluster.deleteBucket();
      return () => operator.does("fleet setup");
    },
  },
];
