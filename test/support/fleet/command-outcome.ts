/** What a client knows of its command. */
export type CommandOutcome = "done" | "refused" | "uncertain";

/** A front says where it does not know whether a command was done; where there is no answer, nobody knows. */
export function outcomeOf(answer: { readonly code: number; readonly msg: string } | undefined): CommandOutcome {
  if (answer?.code === 0) return "done";
  return answer === undefined || answer.msg.includes("not known") ? "uncertain" : "refused";
}
