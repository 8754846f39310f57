const sign = String.raw`(?:us\$|usd|eur|gbp|inr|aud|cad|ngn|rs\.?|dollars|rupees|[$€£₹₦])`
const forms: readonly (readonly [words: string, factor: number])[] = [
  [`'?000'?s?|k|thousands?`, 1e3],
  ['mm|mn|m|mil|mln|millions?', 1e6],
  ['bn|billions?', 1e9],
  ['cr|crores?', 1e7],
  ['lakhs?|lacs?', 1e5],
]
const patterns = forms.map(([words, factor]) => ({
  factor,
  // After a currency sign or "in", in brackets, or as the whole text: a lone "m" or "k" in a sentence says nothing.
  pattern: new RegExp(
    String.raw`${sign} ?(?:in )?(?:${words})(?![\w])|\bin (?:${sign} ?)?(?:${words})(?!\w)|[([] ?(?:${words}) ?[)\]]|^(?:${words})$`,
    'i',
  ),
}))

/** The multiplier of amounts that a text states: "$000s", "in millions", "Rs. in Crores". */
export const scaleIn = (text: string): number | undefined =>
  patterns.find(({ pattern }) => pattern.test(text.slice(0, 160).trim()))?.factor
