import { strToU8, zipSync } from 'fflate'

/** A zip of texts. Its dates are fixed: the same parts give the same bytes on any day. */
export const packed = (parts) =>
  zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])), {
    level: 6,
    // Read as local time, so not a moment but a date of its own in every zone.
    mtime: new Date(2026, 0, 1, 12),
  })
