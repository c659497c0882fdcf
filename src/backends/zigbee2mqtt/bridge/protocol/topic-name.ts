/** What stands for other topics in MQTT, and what no text of MQTT may hold. */
const IMPOSSIBLE = ["+", "#", "\0"];
/** In characters. MQTT has 65,535 bytes for all of a topic, and nobody calls a lamp so. */
const LONGEST = 4_096;

/** Why nothing can be said or asked under a topic. */
export function whyNoTopic(name: string): string | undefined {
  if (IMPOSSIBLE.some((sign) => name.includes(sign))) return "its name holds + or #, which no topic can";
  return name.length > LONGEST ? "its name is longer than a topic can be" : undefined;
}
