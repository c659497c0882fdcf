import type { Home } from "../../../core/home/home.ts";
import type { PictureId, SceneId } from "../../../core/home/model/ids.ts";
import type { Picture } from "../../../core/home/model/scene.ts";

export const PICTURE = "picture";

/** A message of the bucket may have 1 MiB, and base64 takes a third more. */
const PART_BYTES = 512 * 1024;

/** The pictures that scenes show, in parts that are small enough for a message. */
export class ShownPictures {
  readonly #home: Home;
  readonly #byScene = new Map<SceneId, Picture>();
  readonly #scenes = new Map<PictureId, { readonly picture: Picture; readonly shownBy: Set<SceneId> }>();

  constructor(home: Home) {
    this.#home = home;
    for (const { id } of home.scenes.all()) this.follow(id);
  }

  *keys(): Generator<string, undefined> {
    for (const { picture } of this.#scenes.values()) yield* keysOf(picture);
  }

  /** Follows a scene that has changed, is new or is gone; gives the parts of pictures that come or go with that. */
  follow(sceneId: SceneId): readonly string[] {
    const before = this.#byScene.get(sceneId);
    const after = this.#home.scenes.get(sceneId)?.picture ?? undefined;
    if (before === after) return [];
    if (before) this.#hide(before, sceneId);
    if (after) this.#show(after, sceneId);
    return [before, after].flatMap((picture) => (picture ? [...keysOf(picture)] : []));
  }

  valueOf(id: PictureId, part: number, epoch: string): string | undefined {
    const picture = this.#scenes.get(id)?.picture;
    if (!picture || part >= partsOf(picture)) return undefined;
    const { mediaType, bytes } = picture;
    const { buffer, byteOffset, byteLength } = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    const base64 = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
    return JSON.stringify({ epoch, mediaType, part, parts: partsOf(picture), base64 });
  }

  #hide({ id }: Picture, sceneId: SceneId): void {
    this.#byScene.delete(sceneId);
    const shown = this.#scenes.get(id);
    shown?.shownBy.delete(sceneId);
    if (shown?.shownBy.size === 0) this.#scenes.delete(id);
  }

  #show(picture: Picture, sceneId: SceneId): void {
    this.#byScene.set(sceneId, picture);
    const shownBy = this.#scenes.get(picture.id)?.shownBy ?? new Set();
    this.#scenes.set(picture.id, { picture, shownBy: shownBy.add(sceneId) });
  }
}

const partsOf = ({ bytes }: Picture): number => Math.max(1, Math.ceil(bytes.byteLength / PART_BYTES));

function* keysOf(picture: Picture): Generator<string, undefined> {
  for (let part = 0; part < partsOf(picture); part += 1) yield `${PICTURE}.${picture.id}.${part}`;
}
