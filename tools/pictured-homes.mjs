// Homes of any size for pictures: a hotel whose rooms have the same lamps, as large homes do, in different states.
const ROOM_LAMPS = [
  ["Ceiling", "ceiling lamp"],
  ["Bedside left", "dimmable bulb"],
  ["Bedside right", "dimmable bulb"],
  ["Desk lamp", "colour bulb"],
  ["Window strip", "light strip"],
  ["TV bar", "bar lamp"],
  ["Bathroom", "white bulb"],
  ["Mirror", "white bulb"],
  ["Entrance", "dimmable bulb"],
  ["Balcony", "colour bulb"],
];
const COLOURS = ["2700K", "4000K", '"#ff8800"', '"#7b5cd6"', '"#16796f"', '"#ff0055"'];
const SCENES = {
  Welcome: '["#ea662d", "#f2a03d", "#c8452c", "#8f2d56", "#3f2b56"]',
  Night: "[2200K, 2200K, 2200K, 2200K, 2200K]",
};
const HAS_WHITE = ["ceiling lamp", "white bulb"];
const HAS_COLOUR = ["colour bulb", "light strip", "bar lamp"];

/** The home file of so many lamps, ten to a room, twenty rooms to a floor. */
export function hotel(lamps) {
  const rooms = Array.from({ length: Math.ceil(lamps / ROOM_LAMPS.length) }, (_, at) => ({
    name: `Room ${Math.floor(at / 20) + 1}${String((at % 20) + 1).padStart(2, "0")}`,
    count: Math.min(ROOM_LAMPS.length, lamps - at * ROOM_LAMPS.length),
    at,
  }));
  return ["rooms:", ...rooms.flatMap(roomLines), ""].join("\n");
}

function roomLines({ name, count, at }) {
  const lamps = ROOM_LAMPS.slice(0, count).flatMap((lamp, place) => lampLines(lamp, at * 7 + place * 3));
  const scenes = Object.entries(SCENES).flatMap(([scene, colours]) => [
    `      - name: ${scene}`,
    `        colours: ${colours}`,
  ]);
  return [`  - name: ${name}`, "    type: bedroom", "    devices:", ...lamps, "    scenes:", ...scenes];
}

/** Some are off, a few are offline or have an update: by a number, so that pictures can be compared. */
function lampLines([name, product], number) {
  const white = number % 2 === 0 ? "2700K" : "4000K";
  const colour = HAS_WHITE.includes(product) ? white : HAS_COLOUR.includes(product) && COLOURS[number % COLOURS.length];
  return [
    `      - name: ${name}`,
    `        product: ${product}`,
    `        on: ${number % 3 !== 0}`,
    `        brightness: ${((number * 17) % 100) + 1}%`,
    ...(colour ? [`        colour: ${colour}`] : []),
    ...(number % 23 === 0 ? ["        online: false"] : []),
    ...(number % 19 === 0 ? ['        update: "2.0.0"'] : []),
  ];
}
