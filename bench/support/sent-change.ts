/** A change of a light as it was sent, in milliseconds since 1970. */
export interface SentChange {
  readonly lightId: string;
  readonly brightness: number;
  readonly atMillis: number;
}
