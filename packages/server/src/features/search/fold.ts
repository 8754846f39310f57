/** Letters that are no letter with an accent, but are typed as another one. */
const alike: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 's', æ: 'a', œ: 'o', ı: 'i' }

/** A text without accents and case, as the function `search_folded` of the database makes it. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđßæœı]/gu, (letter) => alike[letter] ?? letter)
