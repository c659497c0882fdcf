import { StoreConflict } from "../../../core/gateway/store.ts";
import { type RequestView, viewOfRequest } from "../../../edges/control/views/access-view.ts";
import { type BucketEntry, entriesOf, replaceKeysEntry, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import { FleetRequest, keysEntryFrom, requestEntryKey, requestOf } from "../../../edges/fleet/keys-entries.ts";
import { KEYS_BUCKET } from "../../../edges/fleet/subjects.ts";
import { REQUEST_MILLIS } from "../../../edges/http/operator/request-limits.ts";
import { typedCode } from "../../../edges/http/operator/sign-in-code.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

type Connected = Pick<OperatedFleet, "connect">;

interface StoredRequest {
  readonly entry: BucketEntry;
  readonly value: FleetRequest;
  readonly view: RequestView;
}

/** Browsers that ask to be let in, in the order in which they asked. */
export const operatorRequests = async ({ connect }: Connected): Promise<readonly RequestView[]> =>
  (await stored(connect)).filter(({ value }) => value.state === "waiting").map(({ view }) => view);

/** The browser that shows this code gets a session, at the front at which it asks next. */
export const allowRequest = (fleet: Connected, code: string): Promise<RequestView> => decide(fleet, code, "allowed");

export const denyRequest = (fleet: Connected, code: string): Promise<RequestView> => decide(fleet, code, "denied");

/** Nothing is guessed: a code that is nearly right may be that of somebody else, and so may one that two requests have. */
async function decide({ connect }: Connected, code: string, state: "allowed" | "denied"): Promise<RequestView> {
  const meant = typedCode(code);
  const found = (await stored(connect)).filter(({ value }) => value.code === meant);
  const [request, ...others] = found.filter(({ value }) => value.state === "waiting" || state === "denied");
  if (!request || others.length > 0) throw noSuchRequest(code);
  const { entry, value, view } = request;
  const nowMillis = (await serverTime(await connect("command"))).getTime();
  const endsAt = state === "allowed" ? new Date(nowMillis + REQUEST_MILLIS).toISOString() : value.endsAt;
  const seconds = Math.max(1, Math.ceil((Date.parse(endsAt) - nowMillis) / 1_000));
  try {
    await replaceKeysEntry(await connect("command"), entry, { value: { ...value, state, endsAt }, ttl: `${seconds}s` });
  } catch (fault) {
    if (fault instanceof StoreConflict) throw noSuchRequest(code);
    throw fault;
  }
  return view;
}

const noSuchRequest = (code: string): CommandFault =>
  new CommandFault([
    `No waiting request has the code ${JSON.stringify(code)}. A request expires after 5 minutes. List them with: luxgate fleet operators`,
  ]);

async function stored(connect: Connected["connect"]): Promise<readonly StoredRequest[]> {
  const connection = await connect("command");
  const [entries, now] = [await entriesOf(connection, KEYS_BUCKET, requestEntryKey("*")), await serverTime(connection)];
  return entries
    .flatMap((entry): readonly StoredRequest[] => {
      const value = keysEntryFrom(FleetRequest, entry.text);
      const request = value && requestOf(value);
      return request && request.endsAt > now ? [{ entry, value, view: viewOfRequest(request) }] : [];
    })
    .toSorted((one, other) => one.view.since.localeCompare(other.view.since));
}
