import type { Question } from "../request.ts";
import type { FormWish } from "./representation.ts";

const TAG = /"[!#-~\u0080-\u00ff]*"/g;
const NOTHING_KNOWN = () => false;

/** In which form a client wants its answer: RFC 9110, 12.5.3 and 13.1.2. */
export const formWish = ({
  acceptEncoding,
  ifNoneMatch,
}: Pick<Question, "acceptEncoding" | "ifNoneMatch">): FormWish => ({
  gzip: acceptEncoding !== undefined && takesGzip(acceptEncoding),
  knows: ifNoneMatch === undefined ? NOTHING_KNOWN : knownTags(ifNoneMatch),
});

/** Tags count as the same whether or not they are said to be weak. */
function knownTags(ifNoneMatch: string): (tag: string) => boolean {
  if (ifNoneMatch.trim() === "*") return () => true;
  const known = new Set(ifNoneMatch.match(TAG));
  return (tag) => known.has(tag);
}

/** What is said of gzip itself has precedence over what is said of everything. */
function takesGzip(acceptEncoding: string): boolean {
  const takes = new Map(
    acceptEncoding.split(",").map((item) => {
      const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      return [coding, !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  return takes.get("gzip") ?? takes.get("x-gzip") ?? takes.get("*") ?? false;
}
