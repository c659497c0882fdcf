import { type ListName, OPERATIONS } from "../../contract/operations.ts";
import { idFrom } from "../../home/model/ids.ts";
import { listFrame, oneFrame } from "../../present/pages/body.ts";
import { roomSegments } from "../../present/pages/parts.ts";
import { LISTS, type View } from "./lists.ts";
import type { QueryOf } from "./parse-query.ts";
import type { Source } from "./responses.ts";

/** What a list is made of. */
export function listSource<Name extends ListName>(name: Name, view: View, query: QueryOf<Name>): Source {
  const { madeFrom, facing, content } = LISTS[name];
  const question = `${name} ${JSON.stringify(query)} ${facing?.(view) ?? ""}`;
  return {
    question,
    madeFrom: () => madeFrom(view),
    content: () => {
      const listed = content(view, query);
      return "segments" in listed ? listed : { segments: [{ key: question, paging: listed }] };
    },
    frame: listFrame(OPERATIONS[name].answer.layout),
  };
}

/** What one room is made of, which may hold every device of the home; nothing for a room that is not there. */
export function roomSource({ home }: View, id: string, query: QueryOf<"getRoom">): Source | undefined {
  const extensions = { devices: query.ext_device, lights: query.ext_light };
  const room = () => home.rooms.get(idFrom(id));
  return (
    room() && {
      question: `getRoom ${room()?.id} ${JSON.stringify(query)}`,
      madeFrom: () => [home.rooms.all(), home.devices.all(), home.lights.all()],
      content: () => ({ segments: roomSegments(home, [room() ?? []].flat(), extensions) }),
      frame: oneFrame(OPERATIONS.getRoom.answer.layout),
    }
  );
}
