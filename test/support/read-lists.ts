import type { ListName } from "../../src/contract/operations.ts";
import type { Home } from "../../src/home/home.ts";
import { Reads } from "../../src/http/reads.ts";
import { isRefusal } from "../../src/http/refusal.ts";
import { FoldedHome } from "./folded-home.ts";

/** Everything that the reads answer a client who reaches us under some address, both derived rooms too, as one text. */
export function allReads(home: Home, authority: string): string {
  const reads = new Reads({ home, identity: () => home.identity, isJoining: () => false, advertiseIp: undefined });
  const list = (name: ListName, queryText = ""): readonly object[] => {
    const asked = {
      authority,
      ownAddress: "10.0.0.1",
      body: new Uint8Array(),
      ifNoneMatch: undefined,
      acceptEncoding: undefined,
    };
    const read = reads.reader(name, asked, { id: "", queryText });
    if (isRefusal(read)) throw new Error(`${name} is refused`);
    return JSON.parse(Buffer.concat(read().body).toString("utf8")).data.arr;
  };
  return new FoldedHome({
    device: list("listDevices"),
    light: list("listLights"),
    sync: list("listSyncBoxes"),
    room: list("listRooms", "include_all_room=1&include_no_room=1"),
    scene: list("listScenes"),
  }).text;
}
