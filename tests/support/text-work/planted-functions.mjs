// Planted functions that measure.mjs must classify correctly.
export const textFunctions = {
  linear: (text) => {
    let sum = 0
    for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
    return sum
  },
  loopInLoop: (text) => {
    let equal = 0
    for (let i = 0; i < text.length; i += 20)
      for (let j = 0; j < text.length; j += 20) equal += text[i] === text[j] ? 1 : 0
    return equal
  },
  searchInLoop: (text) => {
    const missing = []
    for (let at = 0; at < text.length; at += 40_000) missing.push(text.indexOf('missing', 0))
    return missing
  },
}
