import type { Change } from "../../../src/core/home/changes/change.ts";
import { effectOf } from "../../../src/core/home/changes/effect.ts";
import type { Impossible, Replacement } from "../../../src/core/home/changes/replacement.ts";
import { type Home, MutableHome } from "../../../src/core/home/home.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import type { Light } from "../../../src/core/home/model/light.ts";
import type { SyncBox } from "../../../src/core/home/model/sync-box.ts";
import { lightsOf } from "../../../src/core/home/select.ts";
import { loadHome } from "../../../src/edges/home-file/load.ts";
import { NOTHING } from "./empty-gateway.ts";

/** Read once, for all the tests of a file. */
let demoChanges: readonly Change[] | undefined;

function readDemo(): readonly Change[] {
  const loaded = loadHome("homes/demo.yaml", "0.0.0-test");
  if ("problems" in loaded) throw new Error(loaded.problems.join("\n"));
  return loaded.changes;
}

/** A home that changes as a gateway's does, without anything around it. */
export class PlainHome {
  readonly #home = new MutableHome(NOTHING);
  /** Is told of everything that takes another's place. */
  onReplaced: (replacements: readonly Replacement[]) => void = () => undefined;

  static demo(): PlainHome {
    const home = new PlainHome();
    demoChanges ??= readDemo();
    for (const change of demoChanges) home.submit(change);
    return home;
  }

  get home(): Home {
    return this.#home;
  }

  submit(change: Change): "done" | Impossible {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    for (const replacement of effect) this.#home.replace(replacement);
    this.onReplaced(effect);
    return "done";
  }

  device(name: string): Device {
    return found(this.#home.devices.all().find((device) => device.name === name));
  }

  light(name: string): Light {
    return found(lightsOf(this.#home, this.device(name))[0]);
  }

  syncBox(name: string): SyncBox {
    return found(this.#home.syncBoxes.all().find((box) => box.name === name));
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("not in this home");
  return value;
}
