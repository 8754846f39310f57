/** What to verify besides, where both the number and the hash were entered. */
export const keptHead = (entered: { seq: string; hash: string }): { seq?: number; hash?: string } => {
  const seq = Number(entered.seq.trim())
  const hash = entered.hash.trim().toLowerCase()
  return entered.seq.trim() === '' || hash === '' || !Number.isInteger(seq) ? {} : { seq, hash }
}
