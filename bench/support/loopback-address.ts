/** Of this machine, and none that anybody else uses: attackers come from these, those who are measured from 127.0.0.1. */
export const loopbackAddress = (number: number): string => `127.1.${Math.floor(number / 250)}.${1 + (number % 250)}`;
