const longest = 200

/** Cleans a file name: removes folders and control characters, and shortens a long name while keeping its extension. */
export const cleanFileName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Bidirectional control characters can make `xlsx.exe` look like `exe.xlsx`.
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
