/** As xterm shows the 16 colours that every terminal with colours has; others show them a little otherwise. */
const SIXTEEN: readonly number[] = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

/** Of 256 colours, those from 16 on are the same everywhere: a cube of 6 by 6 by 6, then greys. */
const FIRST_OF_CUBE = 16;
const CUBE_STEPS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
const CUBE_AND_GREYS: readonly number[] = [
  ...CUBE_STEPS.flatMap((red) =>
    CUBE_STEPS.flatMap((green) => CUBE_STEPS.map((blue) => red * 0x10000 + green * 0x100 + blue)),
  ),
  ...Array.from({ length: 24 }, (_, grey) => (8 + 10 * grey) * 0x010101),
];

/** What has a terminal write in 0xRRGGBB, or in what it has that comes nearest; nothing where it has no colours. */
export function foreground(rgb: number, bits: number): string | undefined {
  if (bits >= 24) return `\u001b[38;2;${channelsOf(rgb).join(";")}m`;
  if (bits >= 8) return `\u001b[38;5;${FIRST_OF_CUBE + nearestTo(rgb, CUBE_AND_GREYS)}m`;
  if (bits < 4) return undefined;
  const index = nearestTo(rgb, SIXTEEN);
  return `\u001b[${index < 8 ? 30 + index : 90 + index - 8}m`;
}

function nearestTo(rgb: number, colours: readonly number[]): number {
  const distances = colours.map((colour) => distanceBetween(rgb, colour));
  return distances.indexOf(Math.min(...distances));
}

/** How different two colours look, about: an eye sees green best, and red the better the more of it there is. */
function distanceBetween(one: number, other: number): number {
  const [red, green, blue] = channelsOf(one);
  const [otherRed, otherGreen, otherBlue] = channelsOf(other);
  const redness = (red + otherRed) / 512;
  return (
    (2 + redness) * (red - otherRed) ** 2 + 4 * (green - otherGreen) ** 2 + (3 - redness) * (blue - otherBlue) ** 2
  );
}

const channelsOf = (rgb: number): readonly [red: number, green: number, blue: number] => [
  (rgb >> 16) & 0xff,
  (rgb >> 8) & 0xff,
  rgb & 0xff,
];
