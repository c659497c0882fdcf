// The page's icon: a doorway full of light. As SVG it is src/programs/page/icons/icon.svg; here it is drawn as PNG, in
// any size.
import { crc32, deflateSync } from "node:zlib";

const NIGHT = [20, 22, 28];
const TOP = [255, 226, 176];
const BOTTOM = [255, 122, 69];
/** The doorway: half its width, the middle of its arch, and its foot, as shares of the picture's side. */
const DOOR = { half: 0.19, arch: 0.43, foot: 0.79 };
/** The frame around the doorway: how far away, how thick, how strong. */
const FRAME = { gap: 0.07, width: 0.035, strength: 0.4 };
/** Points by which the colour of a pixel is judged, in each direction. */
const SAMPLES = 3;

/** A square PNG without transparency, so that any platform may cut its own shape out of it. */
export function iconPng(side) {
  const rows = Buffer.alloc(side * (side * 3 + 1));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) rows.set(pixelAt(x, y, side), y * (side * 3 + 1) + 1 + x * 3);
  }
  return Buffer.concat([SIGNATURE, chunk("IHDR", header(side)), chunk("IDAT", deflateSync(rows)), chunk("IEND")]);
}

function pixelAt(x, y, side) {
  const sum = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const colour = colourAt(
      (x + ((sample % SAMPLES) + 0.5) / SAMPLES) / side,
      (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / side,
    );
    for (const channel of [0, 1, 2]) sum[channel] += colour[channel] / SAMPLES ** 2;
  }
  return sum.map(Math.round);
}

function colourAt(x, y) {
  const light = mixed(TOP, BOTTOM, Math.min(1, Math.max(0, (y - 0.2) / 0.6)));
  if (isWithin(x, y, DOOR.half)) return light;
  const inner = DOOR.half + FRAME.gap;
  const isFrame = isWithin(x, y, inner + FRAME.width) && !isWithin(x, y, inner);
  return isFrame ? mixed(NIGHT, light, FRAME.strength) : NIGHT;
}

/** Whether a point is under an arch of this half width that stands on the doorway's foot. */
function isWithin(x, y, half) {
  if (y > DOOR.foot) return false;
  return y > DOOR.arch ? Math.abs(x - 0.5) < half : Math.hypot(x - 0.5, y - DOOR.arch) < half;
}

const mixed = (one, other, share) => one.map((channel, at) => channel * (1 - share) + other[at] * share);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits each of red, green and blue. */
function header(side) {
  const fields = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  fields.writeUInt32BE(side, 0);
  fields.writeUInt32BE(side, 4);
  return fields;
}

function chunk(type, content = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
