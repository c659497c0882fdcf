/** Names that only a local network gives, so no web site can point them at us. */
const LOCAL_SUFFIXES = [".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".test"];

const AUTHORITY = /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?<name>[a-z0-9_.()-]{1,253}))(?::\d{0,5})?$/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/**
 * Whether a host is one of ours. A web site that rebinds its own name to our address (DNS rebinding) needs a public name
 * with a dot: such names are refused, unless the person who runs the gateway allowed them.
 */
export function isOurHost(authority: string, ownNames: readonly string[]): boolean {
  const { ipv6, name } = AUTHORITY.exec(authority)?.groups ?? {};
  if (ipv6 !== undefined) return true;
  if (name === undefined) return false;
  const host = name.toLowerCase();
  return (
    !host.includes(".") ||
    IPV4.test(host) ||
    LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix) && host.length > suffix.length) ||
    ownNames.some((own) => own.toLowerCase() === host)
  );
}
