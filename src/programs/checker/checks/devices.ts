import type { WireDevice } from "../../../core/contract/device.ts";
import { ABILITY_WEIGHTS, type WireLight } from "../../../core/contract/light.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Look, Session } from "../session.ts";
import { expectAgreement, expectName } from "./agreement.ts";
import { LISTS, readListing } from "./lists.ts";
import { providedBy } from "./references.ts";
import { isSurelyNotNewer } from "./versions.ts";

/** Checks that the fields of a device agree with each other, and with its lights. */
export function checkDevices(session: Session, home: Home): void {
  const lights = new Map(home.light.sound.map((light) => [idKey(light.id), light]));
  for (const device of home.device.sound) {
    expectName(session, "device.name", device);
    checkProduct(session, device);
    checkVersion(session, device);
    checkKind(session, device, lights);
  }
  checkCategoryNames(session, home);
  const hasGateway = home.device.sound.some(isGateway);
  if (hasGateway || home.device.isSound)
    session.expect("device.gateway", hasGateway, {
      where: `GET ${LISTS.device.path}`,
      expected: "a device with cat1_id 1",
      found: "none",
    });
}

/** Who answers is online; another device of the category may be a repeater. */
export async function checkGatewayOnline(session: Session, home: Home): Promise<void> {
  await session.expectSteadily("device.gateway-online", async (times): Promise<Look> => {
    const listing = times === 0 ? home.device : await readListing(session, "device");
    const gateways = listing.sound.filter(isGateway);
    if (!listing.isSound || gateways.length === 0) return "unclear";
    if (gateways.some(({ online }) => online === 1)) return undefined;
    const where = `GET ${LISTS.device.path} → ${gateways[0]?.id} → online`;
    return { where, expected: "1, because the gateway answers", found: "0" };
  });
}

/** A category has one name, whichever device is in it. */
function checkCategoryNames(session: Session, { device: { sound } }: Home): void {
  const names = new Map<string, string>();
  for (const of of sound) {
    const { cat1_id, cat1_name, cat2_id, cat2_name } = of.product;
    for (const [id, name] of [
      [`cat1_id ${cat1_id}`, cat1_name],
      [`cat2_id ${cat2_id}`, cat2_name],
    ] as const) {
      const first = names.get(id) ?? name;
      names.set(id, first);
      const expected = `${shown(first)} for ${id}, as on another device`;
      expectAgreement(session, { rule: "device.category-names", of, holds: name === first, expected, found: name });
    }
  }
}

export const isGateway = ({ product }: WireDevice): boolean => product.cat1_id === 1;

function checkProduct(session: Session, of: WireDevice): void {
  const { cat1_id, cat2_id, cat3_id, cat1_name, cat2_name, cat3_name, manufacturer, model } = of.product;
  expectAgreement(session, {
    rule: "device.categories",
    of,
    holds: Math.floor(cat2_id / 100) === cat1_id && Math.floor(cat3_id / 100) === cat2_id,
    expected: "category ids where each begins with the one before",
    found: { cat1_id, cat2_id, cat3_id },
  });
  expectAgreement(session, {
    rule: "device.category-names",
    of,
    holds: [cat1_name, cat2_name, cat3_name].every((name) => name.trim() !== ""),
    expected: "a name for each category",
    found: { cat1_name, cat2_name, cat3_name },
  });
  expectAgreement(session, {
    rule: "device.maker",
    of,
    holds: manufacturer.trim() !== "" && model.trim() !== "",
    expected: "a manufacturer and a model",
    found: { manufacturer, model },
  });
}

function checkVersion(session: Session, of: WireDevice): void {
  const { product, has_new, new_version } = of;
  if (new_version !== undefined && typeof new_version !== "string") return;
  expectAgreement(session, {
    rule: "device.new-version",
    of,
    holds: new_version !== undefined && (new_version !== "") === (has_new === 1),
    expected: has_new === 1 ? "the newer version" : "an empty new_version",
    found: new_version,
  });
  if (has_new === 1 && new_version !== undefined && new_version !== "")
    expectAgreement(session, {
      rule: "device.newer",
      of,
      holds: !isSurelyNotNewer(new_version, product.software_version),
      expected: `a version newer than ${shown(product.software_version)}`,
      found: new_version,
    });
}

const { onOff, brightness, colourTemperature, colour } = ABILITY_WEIGHTS;
const BASIC = onOff | brightness | colourTemperature | colour;

/** What clients take a lamp to be able to do, by its `cat2_id` (G4). */
const ABILITY_OF_KIND: ReadonlyMap<number, number> = new Map([
  [201, onOff],
  [202, onOff | brightness],
  [203, onOff | brightness | colourTemperature],
  [204, onOff | brightness | colour],
  [205, BASIC],
]);

const PROVIDES: ReadonlyMap<number, "light" | "sync"> = new Map([
  [2, "light"],
  [3, "sync"],
]);

/** Spec §2.2 says what these are: cool/warm white alone, and with colours. */
const NAMED_KINDS: ReadonlyMap<number, number> = new Map([
  [203, colourTemperature],
  [205, colourTemperature | colour],
]);

/** Of several lights in one device, the kind is what they can do together. */
function checkKind(session: Session, of: WireDevice, lights: ReadonlyMap<string, WireLight>): void {
  const { cat1_id, cat2_id } = of.product;
  checkCategory(session, of);
  const kind = PROVIDES.get(cat1_id);
  if (kind !== undefined)
    expectAgreement(session, {
      rule: "device.provides",
      of,
      holds: providedBy(of, kind).length > 0,
      expected: `a ${kind} in the services, because cat1_id is ${cat1_id}`,
      found: of.services,
    });
  const own = providedBy(of, "light").flatMap((key) => lights.get(key) ?? []);
  const ability = own.reduce((sum, light) => sum | light.ability, 0);
  for (const [rule, table, mask] of [
    ["device.kind", ABILITY_OF_KIND, BASIC],
    ["device.sub-category", NAMED_KINDS, colourTemperature | colour],
  ] as const) {
    const needed = table.get(cat2_id);
    if (needed !== undefined && own.length > 0)
      expectAgreement(session, {
        rule,
        of,
        holds: (ability & mask) === needed,
        expected: `lights with the ability of kind ${cat2_id}: ${needed} in the bits ${mask}`,
        found: ability,
      });
  }
}

/** Spec §2.2: what provides sync boxes and no lights is no lamp, and the other way round. */
function checkCategory(session: Session, of: WireDevice): void {
  const [hasLight, hasSync] = [providedBy(of, "light").length > 0, providedBy(of, "sync").length > 0];
  const { cat1_id } = of.product;
  const isWrong = (cat1_id === 2 && hasSync && !hasLight) || (cat1_id === 3 && hasLight && !hasSync);
  expectAgreement(session, {
    rule: "device.category",
    of,
    holds: !isWrong,
    expected: `the category of a ${hasSync ? "sync box, 3" : "light, 2"}`,
    found: { cat1_id, services: of.services.map(({ rtype }) => rtype) },
  });
}
