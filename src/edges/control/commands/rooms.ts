import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import { cleanName, folded } from "../../../core/home/model/name.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { nextSequence } from "../../../core/home/sequence.ts";
import { mapInSteps, resultOf } from "../../../shared/steps.ts";
import { command, refused } from "../command.ts";
import { CheckOnly, given, NameWords, RoomWords, Words } from "../values.ts";
import { RoomView, viewOfRoom } from "../views/room-view.ts";
import { findRoom } from "../words/find.ts";
import { ANY_ROOM, freeName, NO_ROOM, parseRoomType } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { giveCommand, roomAfter } from "./give-command.ts";
import { inSequence, inTheirOrder, namedFirst } from "./order.ts";

const MOST_ROOMS = 1_000;

export const ROOM_COMMANDS = {
  /** In the order that people gave them; the two that follow from the rest come last. */
  "room.list": command({
    given: given({}),
    result: Type.Array(RoomView),
    run: async (_given, { gateway: { home }, run }) => {
      const viewOf = ({ id }: Room) => {
        const room = home.rooms.get(id);
        return room && viewOfRoom(home, room);
      };
      const rooms = await resultOf(mapInSteps(inTheirOrder(home, home.rooms.all()), viewOf), run);
      const derived = rooms.filter(({ kind }) => kind !== "normal");
      const normal = rooms.filter(({ kind }) => kind === "normal");
      return { result: [...normal, ...derived] };
    },
  }),

  "room.add": command({
    given: given({ name: NameWords, type: Type.Optional(Words), ownType: Type.Optional(Words) }),
    result: RoomView,
    run: async ({ name: words, type, ownType }, controls) => {
      const { home } = controls.gateway;
      if (home.rooms.all().length >= MOST_ROOMS) return refused(`A home has at most ${MOST_ROOMS} rooms.`);
      const free = freeRoomName(home, words);
      if ("refused" in free) return free;
      const typed = typeFrom(type, ownType);
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

  /** The rooms that are named come first. */
  "room.order": command({
    given: given({ rooms: Type.Array(RoomWords, { minItems: 1, maxItems: MOST_ROOMS, description: "rooms" }) }),
    result: Type.Array(RoomView),
    run: async ({ rooms: words }, controls) => {
      const { home } = controls.gateway;
      const named: Room[] = [];
      for (const word of words) {
        const room = findRoom(home, word);
        if ("refused" in room) return room;
        if (!isNormal(room.found)) return refused(`${quoted(room.found.name)} cannot be ordered: it comes by itself.`);
        named.push(room.found);
      }
      const normal = home.rooms.all().filter(isNormal);
      const roomIds = namedFirst(normal, named).map(({ id }) => id);
      const refusal = await giveCommand(controls, { kind: "roomsOrdered", roomIds });
      const after = () => inSequence(home.rooms.all().filter(isNormal)).map((room) => viewOfRoom(home, room));
      return refusal ?? { result: after() };
    },
  }),

  "room.set-type": command({
    given: given({ room: RoomWords, type: Type.Optional(Words), ownType: Type.Optional(Words) }),
    result: RoomView,
    run: async ({ room: words, type, ownType }, controls) => {
      const room = findRoom(controls.gateway.home, words);
      if ("refused" in room) return room;
      const typed = typeFrom(type, ownType);
      if ("refused" in typed) return typed;
      const roomId = room.found.id;
      return roomAfter(controls, roomId, { kind: "roomTypeChanged", roomId, type: typed.type });
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

const typeFrom = (type = "", ownType: string | undefined) =>
  ownType === undefined ? parseRoomType(type) : { type: cleanName(ownType) };

const freeRoomName = (home: Home, words: string, itself?: Room) => {
  if (folded(words) === NO_ROOM) return refused(`"${NO_ROOM}" means no room: use another name for this room.`);
  if (folded(words) === ANY_ROOM) return refused(`"${ANY_ROOM}" means automatic: use another name for this room.`);
  return freeName(words, {
    others: home.rooms.all().filter((room) => room !== itself),
    taken: (name) => `There is already a room ${name}: use another name.`,
  });
};
