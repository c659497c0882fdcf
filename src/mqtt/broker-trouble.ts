/** By what the system calls it, or the broker's own words (MQTT 3.1.1 §3.2.2.3). */
const IN_WORDS: readonly (readonly [sign: string, words: string])[] = [
  ["ENOTFOUND", "there is no host of this name"],
  ["EAI_AGAIN", "names of hosts cannot be looked up at the moment"],
  ["ECONNREFUSED", "nothing listens there on this port"],
  ["EHOSTUNREACH", "no way leads to this host"],
  ["ENETUNREACH", "no way leads to this host"],
  ["ETIMEDOUT", "the host does not answer"],
  ["Not authorized", "it does not let us in with this user name and password, or without any"],
  ["Bad username or password", "it does not let us in with this user name and password"],
];

/** Why a broker cannot be reached, for somebody who can mend it. */
export function brokerTrouble(reason: string): string {
  const [, words] = IN_WORDS.find(([sign]) => reason.includes(sign)) ?? [];
  return words === undefined ? reason : `${words} (${reason})`;
}
