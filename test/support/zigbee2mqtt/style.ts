/** How a Zigbee2MQTT is configured, and how old it is. */
export interface Style {
  readonly version: string;
  /** Whether it monitors availability. */
  readonly availability: boolean;
  /** Whether the whole state of a device is published, not only what changed. */
  readonly cacheState: boolean;
  readonly output: "json" | "attribute" | "attribute_and_json";
  /** Whether the broker retains the states of devices. */
  readonly retain: boolean;
  /** Whether it also publishes what no client needs: definitions, health, its log. */
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

/** The first generation: plain text where the second has JSON. */
export const isFirstGeneration = ({ version }: Style): boolean => version.startsWith("1.");

export const onlineText = (style: Style, isOnline: boolean): string => {
  const state = isOnline ? "online" : "offline";
  return isFirstGeneration(style) ? state : JSON.stringify({ state });
};
