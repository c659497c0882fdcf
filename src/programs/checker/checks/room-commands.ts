import { OPERATIONS } from "../../../core/contract/operations.ts";
import type { WireRoom } from "../../../core/contract/room.ts";
import { dataOf, idKey, isObject, isPlainRefusal, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Resource } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import type { CommandTrials } from "./command-trials.ts";
import { isSuccess, LISTS, readListing } from "./lists.ts";
import { providedBy } from "./references.ts";
import type { Rooms } from "./rooms.ts";
import { type TrialLamp, trialLamps } from "./trial-lamp.ts";

/** A room whose lamps can all be put back as they were. */
export interface TrialRoom {
  readonly groupLight: string;
  readonly lamps: readonly TrialLamp[];
  readonly scene: Resource<"scene"> | undefined;
}

const groupLightOf = ({ services }: WireRoom): string | undefined =>
  services.find(({ rtype }) => rtype === "group_light")?.rid;

const groupPath = (id: string): string => `${OPERATIONS.listGroupLights.path}/${id}`;

/** The lights of a room as one can be read (G86). */
export async function checkGroupLight(session: Session, rooms: Rooms): Promise<void> {
  const room = rooms.sound.find((one) => groupLightOf(one) !== undefined);
  const id = room && groupLightOf(room);
  if (!room || id === undefined) return;
  const answer = await session.ask(groupPath(id));
  const { obj } = dataOf(answer);
  const { id: own, parent_id: parent, name } = isObject(obj) ? obj : {};
  const isOfRoom = own === id && parent === room.id && name === room.name;
  session.expect("group.read", isSuccess(answer) && isOfRoom, {
    where: answer.request,
    expected: `the group light of ${shown(room.name)}`,
    found: isSuccess(answer) ? shown(obj) : outcomeOf(answer),
  });
}

/** The room with the fewest lamps; undefined where there is none. */
export function trialRoom(home: Home, rooms: Rooms): TrialRoom | undefined {
  const lamps = new Map(trialLamps(home, rooms).map((lamp) => [idKey(lamp.device.id), lamp]));
  const withLights = new Set(
    home.device.sound.filter((device) => providedBy(device, "light").length > 0).map(({ id }) => idKey(id)),
  );
  const [smallest] = rooms.sound
    .filter(({ room_kind }) => room_kind === 0)
    .flatMap((room) => {
      const groupLight = groupLightOf(room);
      const lit = room.children.map(({ rid }) => idKey(rid)).filter((key) => withLights.has(key));
      const own = lit.flatMap((key) => lamps.get(key) ?? []);
      if (groupLight === undefined || own.length === 0 || own.length < lit.length) return [];
      return [{ groupLight, lamps: own, scene: sceneOf(home, groupLight) }];
    })
    .sort((one, other) => one.lamps.length - other.lamps.length);
  return smallest;
}

const sceneOf = ({ scene }: Home, groupLight: string): Resource<"scene"> | undefined =>
  scene.sound.find(({ parent_id }) => idKey(parent_id) === idKey(groupLight));

/** Commands a room and its scene (G86, G87); the caller puts its lamps back. */
export async function checkRoomCommands(
  session: Session,
  trials: CommandTrials,
  { groupLight, lamps, scene }: TrialRoom,
): Promise<void> {
  const brightness = lamps.some(({ light }) => light.brightness === 50) ? 60 : 50;
  const answer = await trials.put(groupPath(groupLight), { on: 1, brightness });
  const after = await Promise.all(lamps.map(({ light }) => trials.read<"light">(light)));
  const wrong = after.find((light) => light?.on !== 1 || light.brightness !== brightness);
  session.expect("group.command", isSuccess(answer) && wrong === undefined, {
    where: `${answer.request} {"on":1,"brightness":${brightness}}`,
    expected: `every light of the room on, at ${brightness}`,
    found: isSuccess(answer) ? shown(wrong) : outcomeOf(answer),
  });
  if (!scene) return;
  const target = `${LISTS.scene.path}/${scene.id}`;
  const refused = await trials.put(target, { is_active: 0 });
  session.expect("scene.activate-value", isPlainRefusal(refused), {
    where: `${refused.request} {"is_active":0}`,
    expected: "HTTP 200 and a code other than 0",
    found: outcomeOf(refused),
  });
  const activated = await trials.put(target, { is_active: 1 });
  const shownScene = dataOf(await session.ask(target)).obj;
  session.expect("scene.activate", isSuccess(activated) && isActive(shownScene), {
    where: `${activated.request} {"is_active":1}`,
    expected: "is_active 1",
    found: isSuccess(activated) ? shown(shownScene) : outcomeOf(activated),
  });
  await expectSceneListed(session, scene.id);
}

/** Checks that the list shows a scene as active exactly if the read of it alone does. */
async function expectSceneListed(session: Session, id: string): Promise<void> {
  await session.expectSteadily("command.listed", async (): Promise<Look> => {
    const { obj } = dataOf(await session.ask(`${LISTS.scene.path}/${id}`));
    const listed = (await readListing(session, "scene")).resource(id);
    if (!listed || !isObject(obj)) return "unclear";
    if (isActive(obj) === (listed.is_active === 1)) return undefined;
    const where = `GET ${LISTS.scene.path} → ${id} → is_active`;
    return {
      where,
      expected: isActive(obj) ? "1, as in the single read" : "0, as in the single read",
      found: shown(listed.is_active),
    };
  });
}

const isActive = (scene: unknown): boolean =>
  isObject(scene) && Object.entries(scene).some(([name, value]) => name === "is_active" && value === 1);
