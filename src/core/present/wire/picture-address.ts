/** Occurs in the JSON of a picture's address only: in a text that somebody chose, the quotes would be escaped. */
const PICTURE_PATH = '"picture_url":"/';

export const hasPicture = (json: { includes(text: string): boolean }): boolean => json.includes(PICTURE_PATH);

/** JSON of scenes, or of what changed in them, with the addresses of pictures where a client reaches us. */
export const withOrigin = (text: string, origin: string): string =>
  text.replaceAll(PICTURE_PATH, () => `"picture_url":"${JSON.stringify(origin).slice(1, -1)}/`);
