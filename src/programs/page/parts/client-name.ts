/** What this page calls itself when it pairs; the browser's name follows. */
export const PAGE_DEVICE_TYPE = "Luxgate page#";

/** The name of a paired client, as people know it: a page by its browser, "Chrome on Android". */
export const clientName = (deviceType: string): string =>
  deviceType.startsWith(PAGE_DEVICE_TYPE) ? `${deviceType.slice(PAGE_DEVICE_TYPE.length)} (web page)` : deviceType;
