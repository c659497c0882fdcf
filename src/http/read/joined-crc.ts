/** The polynomial of CRC-32; as in the checksums, the highest bit stands for the lowest power of x. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** x to the power of 8: what a checksum is multiplied by for each byte that follows. */
const BYTE = ONE >>> 8;

/** The CRC-32 of two byte strings in a row, from the CRC-32 of each and the length of the second. */
export const joinedCrc = (first: number, second: number, secondLength: number): number =>
  (product(first, powerOf(BYTE, secondLength)) ^ second) >>> 0;

function powerOf(base: number, exponent: number): number {
  let result = ONE;
  for (let [square, rest] = [base, exponent]; rest > 0; square = product(square, square), rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = product(result, square);
  }
  return result;
}

/** Of two polynomials over the field of two elements, modulo the one of CRC-32. */
function product(one: number, other: number): number {
  let sum = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((one & bit) !== 0) sum ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
  }
  return sum >>> 0;
}
