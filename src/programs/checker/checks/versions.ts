const NUMBERED = /^v?\d+(\.\d+)+$/i;

/**
 * Whether a version is surely no newer than another: the same text, or numbers between dots of which none is higher
 * before another is lower. Of anything else nobody outside the gateway can tell.
 */
export function isSurelyNotNewer(version: string, installed: string): boolean {
  if (version === installed) return true;
  if (!NUMBERED.test(version) || !NUMBERED.test(installed)) return false;
  const [ours, theirs] = [numbersIn(version), numbersIn(installed)];
  const length = Math.max(ours.length, theirs.length);
  const differences = Array.from({ length }, (_, at) => (ours[at] ?? 0) - (theirs[at] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) <= 0;
}

const numbersIn = (version: string): readonly number[] => version.replace(/^v/i, "").split(".").map(Number);
