import type { WireRoom } from "../../../../libraries/client/types.ts";

/** Whether devices can be put into a room; two rooms follow from the others. */
export const isNormal = ({ room_kind }: Pick<WireRoom, "room_kind">): boolean => room_kind === 0;
