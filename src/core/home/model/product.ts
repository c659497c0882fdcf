/** What a device is, in the terms of the product catalogue. */
export interface Product {
  /** Five digits: top category, two for the kind, two for the product: 20504 is a bar lamp. */
  readonly categoryId: CategoryId;
  readonly manufacturer: string;
  readonly model: string;
  readonly hardwareVersion: string;
  readonly softwareVersion: string;
  readonly zigbeeVersion: string;
}

export const TOP_CATEGORIES = { 1: "Gateway", 2: "Light", 3: "Sync Box", 4: "Accessory" } as const;

export const KINDS = {
  101: "Zigbee Gateway",
  201: "On/Off Light",
  202: "Dimmable Light",
  203: "CW Light",
  204: "RGB Light",
  205: "RGB CW Light",
  301: "HDMI Sync Box",
  401: "Button",
  402: "Plug",
  403: "Sensor",
  404: "Switch",
  405: "Cover",
  406: "Climate",
  409: "Accessory",
} as const;

/** Those that end in 00 are no product of ours: all that is known of such a device is its kind. */
export const PRODUCTS = {
  10101: "Gateway",
  20100: "On/Off Light",
  20101: "Switched Lamp",
  20200: "Dimmable Light",
  20201: "Dimmable Bulb",
  20300: "CW Light",
  20301: "White Bulb",
  20302: "Ceiling Lamp",
  20400: "RGB Light",
  20401: "RGB Strip",
  20500: "RGB CW Light",
  20501: "Colour Bulb",
  20502: "Spot",
  20503: "Light Strip",
  20504: "Bar Lamp",
  30101: "Sync Box",
  40100: "Remote",
  40101: "Dial Button",
  40200: "Smart Plug",
  40300: "Sensor",
  40400: "Switch",
  40500: "Window Cover",
  40600: "Climate Control",
  40900: "Zigbee Device",
} as const;

export type TopCategoryId = keyof typeof TOP_CATEGORIES;
export type KindId = keyof typeof KINDS;
export type CategoryId = keyof typeof PRODUCTS;

const GATEWAY: TopCategoryId = 1;

/** What the gateway is sold as, whatever a person calls theirs (spec §4.9). */
export const GATEWAY_PRODUCT = "Luxgate";

export const kindOf = (categoryId: CategoryId): KindId => Math.floor(categoryId / 100) as KindId;
export const topCategoryOf = (categoryId: CategoryId): TopCategoryId =>
  Math.floor(categoryId / 10_000) as TopCategoryId;
export const isGateway = (product: Product): boolean => topCategoryOf(product.categoryId) === GATEWAY;
