import { strToU8, zipSync } from 'fflate'

/** A zip of text files with fixed dates, so that the same parts always give the same bytes. */
export const packed = (parts) =>
  zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])), {
    level: 6,
    // Zip stores local time, so a local date gives the same bytes in every time zone.
    mtime: new Date(2026, 0, 1, 12),
  })
