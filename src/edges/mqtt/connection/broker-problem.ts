/** Reasons that contain a system error code. */
const UNREACHABLE: readonly Sign[] = [
  ["ENOTFOUND", "unknown host name"],
  ["EAI_AGAIN", "host names cannot be resolved at the moment"],
  ["ECONNREFUSED", "nothing listens on this port"],
  ["EHOSTUNREACH", "no route to this host"],
  ["ENETUNREACH", "no route to this host"],
  ["ETIMEDOUT", "the host does not answer"],
];

/** Reasons that the broker gives in its CONNACK (MQTT 3.1.1 §3.2.2.3): it was reached. */
const ANSWERS: readonly Sign[] = [
  ["Not authorized", "the broker refuses this user name and password, or requires one"],
  ["Bad username or password", "the broker refuses this user name and password"],
];

type Sign = readonly [sign: string, words: string];

const signIn = (signs: readonly Sign[], reason: string): Sign | undefined =>
  signs.find(([sign]) => reason.includes(sign));

/** Why a broker cannot be used, in words for a person. */
export function brokerProblem(reason: string): string {
  const [, words] = signIn([...UNREACHABLE, ...ANSWERS], reason) ?? [];
  return words === undefined ? reason : `${words} (${reason})`;
}

/** Whether the broker was reached and refused the connection. */
export const isAnswer = (reason: string): boolean => signIn(ANSWERS, reason) !== undefined;

/** The first byte of a TLS alert, with which a server refuses plain text; no MQTT packet begins with it. */
const TLS_ALERT = 0x15;
const NOT_TLS = /wrong version number|packet length too long|before secure TLS connection/;

const SPEAKS_TLS = "the broker uses TLS on this port: begin its address with mqtts://";
const SPEAKS_PLAINLY =
  "the broker does not use TLS on this port: begin its address with mqtt://, or give the port for mqtts://";
const NO_ANSWER = "the broker closed the connection before it answered: check whether this is its port for mqtts://";

/** Why an encrypted connection failed, where the broker does not speak TLS. */
export const plainBrokerProblem = (reason: string): string | undefined =>
  NOT_TLS.test(reason) ? `${SPEAKS_PLAINLY} (${reason})` : undefined;

/** Why a plain connection ended before the CONNACK; the server may not speak MQTT at all. */
export const encryptedBrokerProblem = (firstByte: number | undefined): string | undefined =>
  firstByte === TLS_ALERT ? SPEAKS_TLS : firstByte === undefined ? NO_ANSWER : undefined;
