// Planted functions that measure.mjs must classify correctly.
export const textFunctions = {
  linear: (text) => {
    let sum = 0
    for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
    return sum
  },
  loopInLoop: (text) => {
    let equal = 0
    for (let one = 0; one < text.length; one += 20)
      for (let other = 0; other < text.length; other += 20) equal += text[one] === text[other] ? 1 : 0
    return equal
  },
  searchInLoop: (text) => {
    const missing = []
    for (let at = 0; at < text.length; at += 40_000) missing.push(text.indexOf('missing', 0))
    return missing
  },
}
