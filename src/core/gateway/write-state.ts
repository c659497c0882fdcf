/** So long after the first report that is not stored, the store gets all of them; the time of a commit comes on top. */
const REPORT_DELAY_MILLIS = 500;
/** How often a store that refused is tried again. */
const RETRY_MILLIS = 1_000;

/** What the write-behind is doing. `problem` is why the store refused the last commit. */
export type WriteState =
  /** The store has every change. */
  | { readonly name: "idle" }
  /** A commit follows after a delay: with reports, or as a retry. */
  | { readonly name: "scheduled"; readonly delayMillis: number; readonly problem: string | undefined }
  /** Commands wait, as the store asks for a larger commit. */
  | { readonly name: "gathering" }
  | { readonly name: "committing"; readonly problem: string | undefined }
  | { readonly name: "stopped"; readonly problem: string };

/** What can happen to the write-behind. */
export type WriteEvent =
  /** A change was applied to the home. */
  | { readonly kind: "changed"; readonly isCommand: boolean }
  /** The delay, or the time to gather, is over; or the gateway stores what is left before it stops. */
  | { readonly kind: "due" }
  /** The store has the batch; `left` was applied meanwhile. */
  | {
      readonly kind: "committed";
      readonly left: "commands" | "reports" | "nothing";
      /** Whether the store asks for commands to gather. */
      readonly canGather: boolean;
    }
  /** Without a problem, somebody else was first: the store itself is well. */
  | { readonly kind: "refused"; readonly problem: string | undefined }
  | { readonly kind: "stopped" };

const IDLE: WriteState = { name: "idle" };

export const initialState = (problem: string | undefined): WriteState =>
  problem === undefined ? IDLE : retryAfter(problem);

export const problemIn = (state: WriteState): string | undefined => ("problem" in state ? state.problem : undefined);

/** Whether a commit is under way, or about to follow without a timer; never two at once. */
export const isBusy = ({ name }: WriteState): boolean => name === "gathering" || name === "committing";

/** All transitions: the same state where an event changes nothing, else the state to enter. */
export function nextState(state: WriteState, event: WriteEvent): WriteState {
  if (state.name === "stopped") return state;
  switch (event.kind) {
    case "changed":
      return isBusy(state) ? state : afterChange(state, event.isCommand);
    case "due":
      return state.name === "committing" ? state : committing(state);
    case "committed":
      return state.name === "committing" ? afterCommit(event) : state;
    case "refused":
      return state.name === "committing" ? afterRefusal(event.problem) : state;
    case "stopped":
      return { name: "stopped", problem: problemIn(state) ?? "the gateway has stopped" };
    default:
      return event satisfies never;
  }
}

function afterChange(state: WriteState, isCommand: boolean): WriteState {
  if (isCommand) return committing(state);
  return state.name === "scheduled" ? state : REPORTS_SCHEDULED;
}

function afterCommit({ left, canGather }: Extract<WriteEvent, { kind: "committed" }>): WriteState {
  if (left === "nothing") return IDLE;
  if (left === "reports") return REPORTS_SCHEDULED;
  return canGather ? { name: "gathering" } : committing(IDLE);
}

const REPORTS_SCHEDULED: WriteState = {
  name: "scheduled",
  delayMillis: REPORT_DELAY_MILLIS,
  problem: undefined,
};

/** The problem lasts until a commit succeeds. */
const committing = (state: WriteState): WriteState => ({ name: "committing", problem: problemIn(state) });

const afterRefusal = (problem: string | undefined): WriteState =>
  problem === undefined ? REPORTS_SCHEDULED : retryAfter(problem);

const retryAfter = (problem: string): WriteState => ({ name: "scheduled", delayMillis: RETRY_MILLIS, problem });
