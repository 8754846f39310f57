const longest = 200

/** A name without the folders it came from and without what no name has; the end of a long one stays, for its ending. */
export const cleanFileName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Marks that turn the direction of writing make `exe.xlsx` of `xlsx.exe`.
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (/^\.*$/.test(plain)) return 'Unnamed'
  const letters = [...plain]
  if (letters.length <= longest) return plain
  const [ending = ''] = /\.[^.]{1,10}$/u.exec(plain) ?? []
  return `${letters.slice(0, longest - [...ending].length).join('')}${ending}`
}
