/** The wildcards of MQTT, and the character that no text of MQTT may contain. */
const FORBIDDEN = ["+", "#", "\0"];
/** In characters. MQTT limits a whole topic to 65,535 bytes; real names are far shorter. */
const LONGEST = 4_096;

/** Why a name cannot be part of a topic. */
export function whyNoTopic(name: string): string | undefined {
  if (FORBIDDEN.some((sign) => name.includes(sign))) return "its name contains + or #, which MQTT topics do not allow";
  return name.length > LONGEST ? "its name is too long for an MQTT topic" : undefined;
}
