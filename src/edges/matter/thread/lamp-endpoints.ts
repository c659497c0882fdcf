import { createHash } from "node:crypto";
import { Endpoint } from "@matter/main";
import {
  attributesFromColour,
  type ColourAttributes,
  colourFromAttributes,
  isShown,
  WARMEST_MIRED,
} from "../lamps/colours.ts";
import { FULL_LEVEL, LOWEST_LEVEL, levelFor, percentFromLevel } from "../lamps/levels.ts";
import type { MatterLamp, MatterLampState } from "../lamps/matter-lamp.ts";
import { LAMP_TYPES } from "./lamp-servers.ts";

/** A lamp's endpoint, of whichever kind. */
export class LampEndpoint {
  readonly endpoint: Endpoint;
  /** As ecosystems see it. */
  #lamp: MatterLamp;

  /** With the name that an ecosystem gave to the lamp, if one did. */
  constructor(lamp: MatterLamp, number: number, label = lamp.name) {
    this.#lamp = lamp;
    this.endpoint = new Endpoint(
      LAMP_TYPES[lamp.kind] as typeof LAMP_TYPES.colour,
      {
        id: `lamp${number}`,
        number,
        ...initialState(lamp, label),
      } as ConstructorParameters<typeof Endpoint>[1],
    );
  }

  /** What the lamp is called in the home. */
  get homeName(): string {
    return this.#lamp.name;
  }

  /** Whether a lamp has changed so much that it needs another endpoint. */
  isFitFor({ kind, hasWhites, whites, serialNumber, manufacturer, model }: MatterLamp): boolean {
    const known = this.#lamp;
    const isSameRange =
      whites.coolestMired === known.whites.coolestMired && whites.warmestMired === known.whites.warmestMired;
    const isSameKind = kind === known.kind && hasWhites === known.hasWhites && isSameRange;
    return (
      isSameKind && serialNumber === known.serialNumber && manufacturer === known.manufacturer && model === known.model
    );
  }

  /** What the endpoint shows in some fields, as the home understands it. */
  shown(fields: ReadonlySet<keyof MatterLampState>): Partial<MatterLampState> {
    return {
      ...(fields.has("on") ? { on: this.#on } : {}),
      ...(fields.has("brightnessPercent") ? { brightnessPercent: percentFromLevel(this.#level() ?? FULL_LEVEL) } : {}),
      ...(fields.has("colour") ? { colour: colourFromAttributes(this.#colour(), this.#lamp) } : {}),
    };
  }

  /** Shows a lamp as it is now; what ecosystems see already stays as it is. */
  async show(lamp: MatterLamp): Promise<void> {
    const { on, brightnessPercent, colour } = lamp.state;
    const information = changedInformation(this.#lamp, lamp);
    this.#lamp = lamp;
    const level = levelFor(brightnessPercent, this.#level());
    const isLevelNew = lamp.kind !== "onOff" && level !== this.#level();
    const isColourNew = hasColour(lamp) && !isShown(colour, this.#colour(), lamp);
    const values = {
      ...(Object.keys(information).length > 0 ? { bridgedDeviceBasicInformation: information } : {}),
      ...(this.#on === on ? {} : { onOff: { onOff: on } }),
      ...(isLevelNew ? { levelControl: { currentLevel: level } } : {}),
      ...(isColourNew ? { colorControl: colourValues(lamp) } : {}),
    };
    if (Object.keys(values).length > 0) await this.endpoint.set(values as Parameters<Endpoint["set"]>[0]);
  }

  /** The attributes of a cluster, as far as the endpoint has it. */
  #attributes<Attributes extends object>(cluster: string): Partial<Attributes> {
    return (this.endpoint.state as unknown as Readonly<Record<string, Partial<Attributes> | undefined>>)[cluster] ?? {};
  }

  get #on(): boolean {
    return this.#attributes<{ onOff: boolean }>("onOff").onOff ?? false;
  }

  #level(): number | undefined {
    return this.#attributes<{ currentLevel: number | null }>("levelControl").currentLevel ?? undefined;
  }

  #colour(): ColourAttributes {
    const state = this.#attributes<ColourAttributes>("colorControl");
    const { colorMode = 0, currentHue = 0, currentSaturation = 0, currentX = 0, currentY = 0 } = state;
    const { colorTemperatureMireds = WARMEST_MIRED } = state;
    return { colorMode, currentHue, currentSaturation, currentX, currentY, colorTemperatureMireds };
  }
}

/** Stable, and no serial number, of which some products have the same. */
const uniqueIdOf = (id: string): string => createHash("sha256").update(`lamp ${id}`).digest("hex").slice(0, 32);

const hasColour = ({ kind }: MatterLamp): boolean => kind === "white" || kind === "colour";

function initialState(lamp: MatterLamp, label: string) {
  const { on, brightnessPercent } = lamp.state;
  return {
    onOff: { onOff: on },
    ...(lamp.kind === "onOff"
      ? {}
      : {
          levelControl: {
            currentLevel: levelFor(brightnessPercent, undefined),
            minLevel: LOWEST_LEVEL,
            maxLevel: FULL_LEVEL,
            onLevel: null,
          },
        }),
    ...(hasColour(lamp)
      ? {
          colorControl: {
            colorTempPhysicalMinMireds: lamp.whites.coolestMired,
            colorTempPhysicalMaxMireds: lamp.whites.warmestMired,
            coupleColorTempToLevelMinMireds: lamp.whites.coolestMired,
            startUpColorTemperatureMireds: null,
            // A colour that is set while a lamp is off counts when it comes on.
            options: { executeIfOff: true },
            ...colourValues(lamp),
          },
        }
      : {}),
    bridgedDeviceBasicInformation: {
      ...information(lamp),
      nodeLabel: label,
      serialNumber: lamp.serialNumber,
      vendorName: lamp.manufacturer,
      productName: lamp.model,
      uniqueId: uniqueIdOf(lamp.id),
    },
  };
}

/** A lamp without colours has no attributes of colours but its temperature. */
function colourValues({ kind, whites, state }: MatterLamp): Record<string, unknown> {
  const attributes = attributesFromColour(state.colour, whites);
  const values = { ...attributes, enhancedColorMode: attributes.colorMode };
  if (kind === "colour") return values;
  const { colorTemperatureMireds = whites.warmestMired } = values;
  return { colorMode: 2, enhancedColorMode: 2, colorTemperatureMireds };
}

const information = ({ name, reachable, softwareVersion }: MatterLamp) => ({
  nodeLabel: name,
  reachable,
  softwareVersionString: softwareVersion,
});

function changedInformation(before: MatterLamp, after: MatterLamp): Record<string, unknown> {
  const [old, now] = [information(before), information(after)];
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => old[key as keyof typeof old] !== value));
}
