/** YAML takes seconds for each megabyte; this is a home of some fifty thousand lamps. */
export const MOST_YAML_BYTES = 8 * 1024 * 1024;
