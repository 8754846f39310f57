/** The beginning of a fingerprint in groups of four, as people compare it: "9f2c 41d0 …". */
export const shortFingerprint = (fingerprint: string): string =>
  (fingerprint.slice(0, 32).match(/.{1,4}/g) ?? []).join(' ')
