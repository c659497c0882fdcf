import type { GatewayRequest } from "../request.ts";

/** In which form a client wants a response, if at all. */
export interface Negotiation {
  readonly gzip: boolean;
  /** Whether the client has a response with this tag already. */
  readonly hasTag: (tag: string) => boolean;
}

const TAG = /"[!#-~\u0080-\u00ff]*"/g;
const HAS_NONE = () => false;

/** RFC 9110, 12.5.3 and 13.1.2. */
export const negotiate = ({
  acceptEncoding,
  ifNoneMatch,
}: Pick<GatewayRequest, "acceptEncoding" | "ifNoneMatch">): Negotiation => ({
  gzip: acceptEncoding !== undefined && acceptsGzip(acceptEncoding),
  hasTag: ifNoneMatch === undefined ? HAS_NONE : tagsIn(ifNoneMatch),
});

/** A weak tag and a strong tag of one text count as the same. */
function tagsIn(ifNoneMatch: string): (tag: string) => boolean {
  if (ifNoneMatch.trim() === "*") return () => true;
  const tags = new Set(ifNoneMatch.match(TAG));
  return (tag) => tags.has(tag);
}

/** What the header says of gzip has precedence over what it says of `*`. */
function acceptsGzip(acceptEncoding: string): boolean {
  const accepted = new Map(
    acceptEncoding.split(",").map((item) => {
      const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      return [coding, !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  return accepted.get("gzip") ?? accepted.get("x-gzip") ?? accepted.get("*") ?? false;
}
