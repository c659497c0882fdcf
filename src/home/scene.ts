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
  /** 0xRRGGBB each. */
  readonly colours: readonly number[];
  /** The picture its colours were taken from; null makes it a plain colour scene. */
  readonly picture: Picture | null;
}

export const hasColours = ({ colours }: Scene): boolean =>
  colours.every((colour) => Number.isInteger(colour) && colour >= 0 && colour <= 0xffffff);
