/** How a colour is written as 0xRRGGBB, and how a white. */
export const HEX_PATTERN = "^#[0-9A-Fa-f]{6}$";
export const WHITE_PATTERN = "^(2[0-9]{3}|[345][0-9]{3}|6[0-4][0-9]{2}|6500)\\s?K$";
