const PARTS = /^(\d+)\.(\d+)\.(\d+)/;

/** Matter wants a number that grows with each version, besides the version as text: 12003 for 0.12.3. */
export function versionNumber(version: string): number {
  const [, major = 0, minor = 0, patch = 0] = PARTS.exec(version) ?? [];
  return Number(major) * 1_000_000 + Number(minor) * 1_000 + Number(patch);
}
