import type { News } from "../operator/page-commands.ts";
import { clientName } from "./client-name.ts";

type Author = News<"history.read">[number]["by"];

/** Who did something; the kind precedes the name, as clients and devices may be called "operator". */
export function whoWords(by: Author): string {
  if ("name" in by) return `${by.kind} ${by.kind === "key" ? clientName(by.name) : by.name}`;
  return by.kind;
}
