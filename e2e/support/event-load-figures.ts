import type { Look } from "./event-load-gateway.ts";

/** The value that so many hundredths of all are not above. */
export const percentile = (values: readonly number[], hundredths: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil((values.length * hundredths) / 100) - 1] ?? Number.NaN;

/** After how many seconds there were fewer followers than at first, and when no more were left than should be. */
export function droppedAfter(looks: readonly Look[], kind: keyof Look["followers"], { left }: { left: number }) {
  const [begin] = looks;
  const seconds = (look: Look | undefined) => (look && begin ? (look.atMillis - begin.atMillis) / 1000 : undefined);
  const most = begin?.followers[kind] ?? 0;
  return {
    first: seconds(looks.find(({ followers }) => followers[kind] < most)),
    last: seconds(looks.find(({ followers }) => followers[kind] <= left)),
  };
}

export const mostMegabytes = (looks: readonly Look[]): number => Math.max(...looks.map(({ megabytes }) => megabytes));
