const TIME_AND_LEVEL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:info |warn |error) /gm;

/** Lines of a log without what stands before each event. */
export const withoutTimes = (text: string): string => text.replace(TIME_AND_LEVEL, "");
