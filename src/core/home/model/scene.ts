import type { PictureId, RoomId, SceneId } from "./ids.ts";

export interface Picture {
  readonly id: PictureId;
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  readonly bytes: Uint8Array;
}

/** A look that a room's lights can take on. */
export interface Scene {
  readonly id: SceneId;
  readonly roomId: RoomId;
  readonly name: string;
  readonly active: boolean;
  readonly sequence: number;
  /**
   * The lamps store the scene and are only commanded to recall it: its colours are unknown then, and the list is empty.
   */
  readonly keptByLamps: boolean;
  /** 0xRRGGBB each. */
  readonly colours: readonly number[];
  /** The picture its colours were taken from; null makes it a plain colour scene. */
  readonly picture: Picture | null;
}

/** Whether all colours are valid; a scene that lamps store has none. */
export const hasColours = ({ colours, keptByLamps }: Scene): boolean =>
  keptByLamps ? colours.length === 0 : colours.every(isRgb);

const isRgb = (colour: number): boolean => Number.isInteger(colour) && colour >= 0 && colour <= 0xffffff;
