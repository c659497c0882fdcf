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
} as const;

export const PRODUCTS = {
  10101: "Gateway",
  20101: "Switched Lamp",
  20201: "Dimmable Bulb",
  20301: "White Bulb",
  20302: "Ceiling Lamp",
  20401: "RGB Strip",
  20501: "Colour Bulb",
  20502: "Spot",
  20503: "Light Strip",
  20504: "Bar Lamp",
  30101: "Sync Box",
  40101: "Dial Button",
} as const;

export type TopCategoryId = keyof typeof TOP_CATEGORIES;
export type KindId = keyof typeof KINDS;
export type CategoryId = keyof typeof PRODUCTS;

const GATEWAY: TopCategoryId = 1;

export const kindOf = (categoryId: CategoryId): KindId => Math.floor(categoryId / 100) as KindId;
export const topCategoryOf = (categoryId: CategoryId): TopCategoryId =>
  Math.floor(categoryId / 10_000) as TopCategoryId;
export const isGateway = (product: Product): boolean => topCategoryOf(product.categoryId) === GATEWAY;
