/** Which recording is replayed, and how fast. */
export interface Replay {
  readonly file: string;
  /** A factor: 1 is real time, `Infinity` as fast as possible. */
  readonly speed: number;
}

const EXPECTED =
  "Expected a recording, such as replay:house.jsonl, replay:house.jsonl?speed=10 or replay:house.jsonl?speed=max";

const SPEED = /^(\d{1,6}(\.\d{1,6})?)$/;

/** Parses `replay:file`, or only what stands behind the colon, with or without a speed. */
export function parseReplay(text: string): Replay | { readonly problem: string } {
  const [, file = "", , speedText = "1"] = /^(?:replay:)?(.*?)(\?speed=([^?]*))?$/is.exec(text) ?? [];
  if (file === "") return { problem: `${EXPECTED}.` };
  const speed = speedText === "max" ? Number.POSITIVE_INFINITY : SPEED.test(speedText) ? Number(speedText) : 0;
  return speed > 0 ? { file, speed } : { problem: `${EXPECTED}. The speed is a number above 0, or max.` };
}
