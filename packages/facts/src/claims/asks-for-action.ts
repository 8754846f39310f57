const dismissal = /\b(?:ignore|disregard|forget|override|bypass)\b/gi
const dismissed = /\b(?:instructions?|prompts?|rules?|above|previous|prior|everything)\b/i
const reach = 80

const requests: readonly RegExp[] = [
  /\bsystem prompt\b/i,
  /\b(?:language model|ai model|ai assistant|chatbot|as an ai)\b/i,
  /\byou are now\b/i,
  /\byou must (?:answer|say|reply|state|report)\b/i,
  /\b(?:answer|reply|respond|say|state|output) (?:only |instead )?that\b/i,
  /<\/?(?:system|assistant|user|instructions?)>/i,
]

/** Whether a text speaks to a program that reads it, not about the deal. Such a text proves nothing. */
export const asksForAction = (text: string): boolean => {
  const line = text.replaceAll(/\s/g, ' ')
  return (
    requests.some((form) => form.test(line)) ||
    [...line.matchAll(dismissal)].some(({ index }) => dismissed.test(line.slice(index, index + reach)))
  )
}
