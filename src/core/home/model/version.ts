/** A version that begins with numbers between dots, such as `v1.4.2-beta`. */
interface NumberedVersion {
  /** Digits without zeros before them; none for a zero. */
  readonly numbers: readonly string[];
  /** What stands behind the numbers, such as `-beta`. */
  readonly suffix: string;
}

const NUMBERED = /^v?(\d+(?:\.\d+)*)(?=$|[^\da-z.])(.*)$/s;
const PRE_RELEASE = /^-[a-z]/;

/**
 * Whether a version is newer than the one that is installed (G8). Numbers between dots are compared as numbers, and a
 * pre-release is older than its release. Versions that cannot be compared only have to be different ones.
 */
export function isNewerVersion(candidate: string, installed: string): boolean {
  const [one, other] = [candidate.trim().toLowerCase(), installed.trim().toLowerCase()];
  if (one === "" || one === other) return false;
  const [newer, older] = [numbered(one), numbered(other)];
  if (!newer || !older) return true;
  const order = compared(newer.numbers, older.numbers);
  if (order !== 0) return order > 0;
  const isPreRelease = PRE_RELEASE.test(newer.suffix) && older.suffix === "";
  return newer.suffix !== older.suffix && !isPreRelease;
}

/** The version that a device can be brought to: none once it runs that version, or a newer one. */
export const updateAhead = (newVersion: string, installed: string): string =>
  isNewerVersion(newVersion, installed) ? newVersion : "";

function numbered(version: string): NumberedVersion | undefined {
  const [, digits, suffix = ""] = NUMBERED.exec(version) ?? [];
  return digits === undefined
    ? undefined
    : { numbers: digits.split(".").map((number) => number.replace(/^0+/, "")), suffix };
}

/** 2 is 2.0: what is not there counts as zero. */
function compared(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [left = "", right = ""] = [one[at], other[at]];
    if (left !== right) return left.length - right.length || (left > right ? 1 : -1);
  }
  return 0;
}
