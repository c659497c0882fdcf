import type { HomeFile } from "../src/edges/home-file/schema.ts";

/** With segments that show something a light is some 650 bytes long on average. */
const segments = (count: number): string =>
  `segments: [${Array.from({ length: count }, (_, place) => `"#${COLOURS[place % COLOURS.length]}"`).join(", ")}]`;
const COLOURS = ["ea662d", "f2a03d", "16796f", "7b5cd6"];
const PRODUCTS = ["colour bulb", "bar lamp", "ceiling lamp", "dimmable bulb", "light strip"] as const;

/**
 * A home file with as many lights as asked for, all kinds in turn, ten to a room. Lamps with nothing but a name and a
 * product leave room for 100,000 in the largest file that is read.
 */
export function generatedHome(lights: number, scenesInRoom = 0, { areBare = false } = {}): string {
  const colours = ['colour: "#ff8800"', segments(5), "colour: 4000K", undefined, segments(10)];
  const device = (index: number): readonly string[] => {
    const colour = colours[index % colours.length];
    const bare = [`      - name: Lamp ${index}`, `        product: ${PRODUCTS[index % PRODUCTS.length]}`];
    if (areBare) return bare;
    return [
      ...bare,
      `        brightness: ${(index % 100) + 1}`,
      ...(colour === undefined ? [] : [`        ${colour}`]),
    ];
  };
  const scene = (index: number): readonly string[] => [
    `      - name: Scene ${index}`,
    `        colours: ["#ea662d", "#f2a03d", "#c8452c", "#8f2d56", "#3f2b5${index % 10}"]`,
  ];
  const rooms = Array.from({ length: Math.ceil(lights / 10) }, (_, room) => [
    `  - name: Room ${room}`,
    "    devices:",
    ...Array.from({ length: Math.min(10, lights - room * 10) }, (_unused, place) => device(room * 10 + place)).flat(),
    ...(scenesInRoom > 0 ? ["    scenes:"] : []),
    ...Array.from({ length: scenesInRoom }, (_unused, index) => scene(index)).flat(),
  ]);
  return ["rooms:", ...rooms.flat(), ""].join("\n");
}

/** The same lamps as a home file that is parsed already; what each is called begins with something. Half bright, all of them. */
export function generatedHomeFile(lights: number, prefix: string): HomeFile {
  const shown = (count: number) => Array.from({ length: count }, (_, place) => `#${COLOURS[place % COLOURS.length]}`);
  const colours = [{ colour: "#ff8800" }, { segments: shown(5) }, { colour: "4000K" }, {}, { segments: shown(10) }];
  const device = (index: number) => ({
    name: `Lamp ${prefix}${index}`,
    product: PRODUCTS[index % PRODUCTS.length] ?? PRODUCTS[0],
    brightness: 50,
    ...colours[index % colours.length],
  });
  return {
    rooms: Array.from({ length: Math.ceil(lights / 10) }, (_, room) => ({
      name: `Room ${prefix}${room}`,
      devices: Array.from({ length: Math.min(10, lights - room * 10) }, (_unused, place) => device(room * 10 + place)),
    })),
  };
}
