// What users of luxgate/testing may import.
export { DrivenClock } from "./driven-clock.ts";
export type {
  Cut,
  DatagramMisbehaviour,
  Delay,
  Duplicate,
  Hang,
  HttpMisbehaviour,
  Lose,
  LoseEvents,
  LoseHeartbeats,
  MalformedJson,
  Misbehaviour,
  MqttMisbehaviour,
  OtherAnswer,
  Refuse,
  Slow,
  Stall,
  WrongLen,
} from "./misbehaviour.ts";
export type { AwaitedRequest, RequestFilter } from "./request-filter.ts";
export type { LoggedRequest } from "./request-log.ts";
export { startTestGateway } from "./start-test-gateway.ts";
export type { HandSettings, RandomFaults, TestDevice } from "./test-device.ts";
export type { TestGateway, TestGatewayOptions, TestHome } from "./test-gateway.ts";
