/** Words that state only a unit. */
const unitWords = new Set(
  [
    '% x n # bps bp years year yrs yr months month mos mo days day hours units unit sf psf sqft sq ft sqm m2 sqm',
    'k m mm mn mil mln million millions bn billion b cr crore crores lakh lakhs lac lacs 000 000s thousand thousands',
    'usd us eur gbp inr rs aud cad brl ngn chf jpy cny hkd sgd nzd zar aed sar r a c hk s nz',
    'per annum pa p.a. mw mwh kw kwh kwp mwp gwh mwac mwdc kwh/kwp share shares sh fd diluted each no no. nr count ratio multiple date text flag input',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a cell between a label and its number states only the unit: "$m", "₹ Cr", "A$'000", "USD/MWh". */
export const isUnitText = (text: string): boolean => {
  const plain = text.trim().toLowerCase()
  if (plain.length > 16) return false
  const words = plain.split(/[\s()[\]/'’$€£₹¥₦.,-]+/).filter((word) => word !== '')
  return words.every((word) => unitWords.has(word)) && /[a-z%#\d$€£₹¥₦]/.test(plain)
}
