import type { FleetAnswer } from "../edges/fleet/command.ts";
import { FleetMember, type FleetMemberOptions } from "../edges/fleet/member/fleet-member.ts";
import type { GatewayResponse } from "../edges/http/request.ts";
import { refusalResponse } from "../edges/http/server/plain-responses.ts";
import { NONE_REACHABLE, TOO_MANY_CHANGES } from "../edges/http/write/writes.ts";
import { VERSION } from "./package.ts";
import type { RunningGateway } from "./start-gateway.ts";

type FleetStartOptions = Omit<
  FleetMemberOptions,
  "gateway" | "version" | "isSimulated" | "problems" | "answer" | "busy" | "random"
>;

/** Makes a running gateway a member of a fleet. Nothing waits for the cluster. */
export const startFleet = (
  { gateway, http, readiness, simulation }: RunningGateway,
  options: FleetStartOptions,
): FleetMember =>
  FleetMember.start({
    ...options,
    gateway,
    version: VERSION,
    isSimulated: simulation !== undefined,
    random: Math.random,
    problems: () => readiness.problems().map(({ words }) => words),
    answer: async ({ operation, id, body, by }) =>
      answerOf(await http.writes.write(operation, { id, body: Buffer.from(body), by })),
    busy: answerOf(refusalResponse(TOO_MANY_CHANGES)),
  });

const answerOf = ({ status, body, refusal }: GatewayResponse): FleetAnswer => ({
  status,
  body: Buffer.concat(body).toString("utf8"),
  ...(refusal === NONE_REACHABLE ? { isOutOfReach: true } : {}),
});
