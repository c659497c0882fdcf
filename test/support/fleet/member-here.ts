import type { FleetMemberOptions } from "../../../src/edges/fleet/member/fleet-member.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";

/** A gateway of a fleet on this machine, without anybody who listens to what it reports of the fleet. */
export const MEMBER_HERE = {
  ip: () => "127.0.0.1",
  clock: SYSTEM_CLOCK,
  today: () => new Date(),
  onCondition: () => undefined,
  onFault: (fault) => {
    throw fault;
  },
} satisfies Partial<FleetMemberOptions>;
