/** Under which clients look for gateways, unless another one is chosen. */
export const DEFAULT_SERVICE_TYPE = "luxgate";

const LONGEST = 15;
const WELL_FORMED = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/i;

/**
 * The service name out of `luxgate`, `_luxgate` or `_luxgate._tcp`, or what is wrong with it. The rules are those of
 * RFC 6335 §5.1: a type that breaks them is not found by programs that keep to them.
 */
export function parseServiceType(text: string): { readonly type: string } | { readonly problem: string } {
  const [first = "", protocol = "_tcp", ...more] = text.split(".");
  const type = first.replace(/^_/, "");
  if (more.length > 0) return { problem: "Expected a service type without a domain, such as _luxgate._tcp." };
  if (protocol.toLowerCase() !== "_tcp") return { problem: "Expected a service over TCP, such as _luxgate._tcp." };
  if (type.length > LONGEST) return { problem: `Expected at most ${LONGEST} characters, as in _luxgate._tcp.` };
  if (!WELL_FORMED.test(type)) {
    return { problem: "Expected letters, digits and single hyphens between them, such as _luxgate._tcp." };
  }
  return { type };
}
