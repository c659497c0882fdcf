import type { LightId, PictureId, RoomId, SceneId } from "./ids.ts";
import type { LightColour } from "./light-colour.ts";

export interface Picture {
  readonly id: PictureId;
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  readonly bytes: Uint8Array;
}

/** How one lamp was when a scene was saved. */
export interface SavedLamp {
  readonly lightId: LightId;
  readonly on: boolean;
  readonly brightnessPercent: number;
  readonly colour: LightColour;
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
  /**
   * Each lamp as it was when the scene was saved; its colours are then a sample of theirs. Undefined for a scene of
   * colours alone, and for one that lamps store.
   */
  readonly lamps?: readonly SavedLamp[];
}

const savedLamps = new WeakMap<Scene, ReadonlyMap<LightId, SavedLamp>>();

/** How a scene saved a lamp; undefined for a lamp that it leaves alone, and where no lamps were saved. */
export function savedLampOf(scene: Scene, id: LightId): SavedLamp | undefined {
  if (!scene.lamps) return undefined;
  const known = savedLamps.get(scene) ?? new Map(scene.lamps.map((lamp) => [lamp.lightId, lamp]));
  savedLamps.set(scene, known);
  return known.get(id);
}

/** Whether all colours are valid; of a scene that lamps store nothing is known. */
export const hasColours = ({ colours, keptByLamps, lamps }: Scene): boolean =>
  keptByLamps ? colours.length === 0 && !lamps : colours.every(isRgb);

const isRgb = (colour: number): boolean => Number.isInteger(colour) && colour >= 0 && colour <= 0xffffff;
