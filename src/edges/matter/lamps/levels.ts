/** Matter's levels of lights; the lowest one is off where a command also switches. */
export const LOWEST_LEVEL = 1;
export const FULL_LEVEL = 254;

const LEVELS_A_PERCENT = FULL_LEVEL / 100;

/** The level of a brightness from 1 to 100. */
export const levelFromPercent = (percent: number): number =>
  Math.min(FULL_LEVEL, Math.max(LOWEST_LEVEL, Math.round(percent * LEVELS_A_PERCENT)));

/** The brightness of a level, 1 at least. */
export const percentFromLevel = (level: number): number =>
  Math.min(100, Math.max(1, Math.round(level / LEVELS_A_PERCENT)));

/** The level that stands for a brightness: the one that a controller set, as long as it means that brightness. */
export const levelFor = (percent: number, current: number | undefined): number =>
  current !== undefined && percentFromLevel(current) === Math.round(percent) ? current : levelFromPercent(percent);
