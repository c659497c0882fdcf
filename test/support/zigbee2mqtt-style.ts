/** How a Zigbee2MQTT is configured, and how old it is. */
export interface Style {
  readonly version: string;
  /** It tells which devices can be reached. */
  readonly availability: boolean;
  /** All that is known of a device's state is said, not only what is new. */
  readonly cacheState: boolean;
  readonly output: "json" | "attribute" | "attribute_and_json";
  /** The broker keeps the states of devices. */
  readonly retain: boolean;
  /** It says what no client needs, too: definitions, health, its log. */
  readonly isTalkative: boolean;
  readonly coordinator: string;
}

export const USUAL_STYLE: Style = {
  version: "2.14.1",
  availability: true,
  cacheState: true,
  output: "json",
  retain: false,
  isTalkative: false,
  coordinator: "0x00124b0012345678",
};

/** The first generation: plain words where the second has JSON. */
export const isFirstGeneration = ({ version }: Style): boolean => version.startsWith("1.");

export const onlineText = (style: Style, isOnline: boolean): string => {
  const state = isOnline ? "online" : "offline";
  return isFirstGeneration(style) ? state : JSON.stringify({ state });
};
