import type { WireResources, WireType } from "../../core/contract/events.ts";

/** A home as it is known at the moment: every resource by its id. It lives: the next change is seen in it too. */
export interface HomeView {
  readonly devices: ReadonlyMap<string, WireResources["device"]>;
  readonly lights: ReadonlyMap<string, WireResources["light"]>;
  readonly syncBoxes: ReadonlyMap<string, WireResources["sync"]>;
  /** The whole house and the unassigned room among them. */
  readonly rooms: ReadonlyMap<string, WireResources["room"]>;
  readonly scenes: ReadonlyMap<string, WireResources["scene"]>;
  /** The lights of each room as one. */
  readonly groupLights: ReadonlyMap<string, WireResources["group_light"]>;
}

type ChangeOf<Type extends WireType> = {
  readonly type: Type;
  readonly id: string;
  readonly home: HomeView;
} & (
  | { readonly kind: "add"; readonly resource: WireResources[Type] }
  | {
      readonly kind: "update";
      readonly resource: WireResources[Type];
      readonly before: WireResources[Type];
      /** Only what is otherwise now. */
      readonly value: Readonly<Partial<WireResources[Type]>>;
    }
  | { readonly kind: "remove"; readonly before: WireResources[Type] }
);

/** What `watch` tells: the home once, then everything that becomes other in it. */
export type HomeChange =
  | { readonly kind: "snapshot"; readonly home: HomeView }
  | { [Type in WireType]: ChangeOf<Type> }[WireType];
