/** What kinds of rooms people have. The interface takes any text (spec §2.5); these are spelt in one way everywhere. */
export const ROOM_TYPES = [
  "living_room",
  "kitchen",
  "dining_room",
  "bedroom",
  "kids_room",
  "nursery",
  "guest_room",
  "bathroom",
  "toilet",
  "hall",
  "hallway",
  "corridor",
  "entrance",
  "staircase",
  "landing",
  "office",
  "study",
  "library",
  "studio",
  "workshop",
  "lounge",
  "playroom",
  "home_cinema",
  "gym",
  "dressing_room",
  "laundry_room",
  "pantry",
  "storage",
  "attic",
  "cellar",
  "basement",
  "garage",
  "carport",
  "driveway",
  "porch",
  "balcony",
  "terrace",
  "conservatory",
  "garden",
  "pool",
  "other",
] as const;

/** "Living room" and "living-room" are `living_room`; undefined for a word that is none of these. */
export function roomTypeIn(words: string): (typeof ROOM_TYPES)[number] | undefined {
  const spelt = words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");
  return ROOM_TYPES.find((type) => type === spelt);
}
