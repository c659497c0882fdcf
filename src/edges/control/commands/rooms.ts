import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import { cleanName } from "../../../core/home/model/name.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { nextSequence } from "../../../core/home/sequence.ts";
import { command, refused } from "../command.ts";
import { CheckOnly, given, NameWords, RoomWords, Words } from "../values.ts";
import { inOrder } from "../views/in-order.ts";
import { RoomView, viewOfRoom } from "../views/room-view.ts";
import { findRoom, folded } from "../words/find.ts";
import { ANY_ROOM, freeName, NO_ROOM, parseRoomType } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { giveCommand, roomAfter } from "./give-command.ts";

export const ROOM_COMMANDS = {
  /** The two that follow from the rest come last. */
  "room.list": command({
    given: given({}),
    result: Type.Array(RoomView),
    run: (_given, controls) => {
      const { home } = controls.gateway;
      const rooms = home.rooms.all().map((room) => viewOfRoom(home, room));
      const derived = rooms.filter(({ kind }) => kind !== "normal");
      const normal = rooms.filter(({ kind }) => kind === "normal");
      return { result: [...inOrder(controls, normal), ...derived] };
    },
  }),

  "room.add": command({
    given: given({ name: NameWords, type: Type.Optional(Words), ownType: Type.Optional(Words) }),
    result: RoomView,
    run: async ({ name: words, type, ownType }, controls) => {
      const { home } = controls.gateway;
      const free = freeRoomName(home, words);
      if ("refused" in free) return free;
      const typed = ownType === undefined ? parseRoomType(type ?? "") : { type: cleanName(ownType) };
      if ("refused" in typed) return typed;
      const id = idFrom<RoomId>(randomUUID());
      const room: Room = {
        id,
        groupLightId: idFrom(randomUUID()),
        kind: "normal",
        name: free.name,
        type: typed.type,
        sequence: nextSequence(home.rooms.all()),
        deviceIds: [],
      };
      return roomAfter(controls, id, { kind: "roomAdded", room });
    },
  }),

  "room.rename": command({
    given: given({ room: RoomWords, name: NameWords }),
    result: RoomView,
    run: async ({ room: words, name }, controls) => {
      const { home } = controls.gateway;
      const room = findRoom(home, words);
      if ("refused" in room) return room;
      const free = freeRoomName(home, name, room.found);
      if ("refused" in free) return free;
      const roomId = room.found.id;
      return roomAfter(controls, roomId, { kind: "roomRenamed", roomId, name: free.name });
    },
  }),

  /** Its scenes go with it; its devices are in no room then. */
  "room.remove": command({
    given: given({ room: RoomWords, check: CheckOnly }),
    result: RoomView,
    run: async ({ room: words, check = false }, controls) => {
      const { home } = controls.gateway;
      const room = findRoom(home, words);
      if ("refused" in room) return room;
      const { id: roomId, name } = room.found;
      if (!isNormal(room.found)) return refused(`${quoted(name)} cannot be removed: every home has it.`);
      const before = viewOfRoom(home, room.found);
      if (check) return { result: before };
      return (await giveCommand(controls, { kind: "roomRemoved", roomId })) ?? { result: before };
    },
  }),
};

const isNormal = ({ kind }: Room): boolean => kind === "normal";

const freeRoomName = (home: Home, words: string, itself?: Room) => {
  if (folded(words) === NO_ROOM) return refused(`"${NO_ROOM}" means no room: use another name for this room.`);
  if (folded(words) === ANY_ROOM) return refused(`"${ANY_ROOM}" means automatic: use another name for this room.`);
  return freeName(words, {
    others: home.rooms.all().filter((room) => room !== itself),
    taken: (name) => `There is already a room ${name}: use another name.`,
  });
};
