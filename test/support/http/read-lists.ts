import type { ListName } from "../../../src/core/contract/operations.ts";
import type { Home } from "../../../src/core/home/home.ts";
import { isRefusal } from "../../../src/edges/http/refusal.ts";
import { FoldedHome } from "../home/folded-home.ts";
import { ASKED, atOnce, readsOf } from "./reads-of.ts";

/** Everything that the reads answer a client who reaches us under some address, both derived rooms too, as one text. */
export function allReads(home: Home, authority: string): string {
  const reads = readsOf(home);
  const list = (name: ListName, queryText = ""): readonly object[] => {
    const read = reads.reader(name, { ...ASKED, authority }, { id: "", queryText });
    if (isRefusal(read)) throw new Error(`${name} is refused`);
    return JSON.parse(Buffer.concat(atOnce(read()).body).toString("utf8")).data.arr;
  };
  return new FoldedHome({
    device: list("listDevices"),
    light: list("listLights"),
    sync: list("listSyncBoxes"),
    room: list("listRooms", "include_all_room=1&include_no_room=1"),
    scene: list("listScenes"),
    group_light: list("listGroupLights"),
  }).text;
}
