/** Whether the header application-key can carry it. */
export const isKey = (key: string): boolean => /^[!-~]([ -~]*[!-~])?$/.test(key);
