import type { AnsweredRequest } from "../../../edges/http/request-observer.ts";
import { shownTarget } from "../../../shared/shown-target.ts";
import type { LogEntry } from "./log-format.ts";

const MOST_SHOWN = 200;

/** The path of a target without its query, and without anything in it that may be a key. */
export function shownPath(target: string): string {
  const [path = ""] = target.split("?");
  return shownTarget(path).slice(0, MOST_SHOWN);
}

/** An event for a request that was answered, or refused; in JSON with the names that pino's loggers of HTTP use. */
export function requestEntry({
  method,
  target,
  clientAddress,
  status,
  code,
  millis,
  reason,
}: AnsweredRequest): LogEntry {
  const path = shownPath(target);
  const took = Math.round(millis * 100) / 100;
  const refused = reason === undefined ? "" : `, code ${code}: ${reason}`;
  return {
    level: "info",
    message: `${method} ${path} ${status} in ${took} ms for ${clientAddress}${refused}`,
    fields: {
      req: { method, url: path, remoteAddress: clientAddress },
      res: { statusCode: status },
      responseTime: took,
      code,
      ...(reason === undefined ? {} : { reason }),
    },
  };
}
