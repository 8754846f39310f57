const request =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior|everything)\b|\bsystem prompt\b|\b(?:language model|ai model|ai assistant|chatbot|as an ai)\b|\b(?:you are now|you must (?:answer|say|reply|state|report)|(?:answer|reply|respond|say|state|output) (?:only |instead )?that\b)|<\/?(?:system|assistant|user|instructions?)>/i

/** Whether a text speaks to a program that reads it, not about the deal. Such a text proves nothing. */
export const asksForAction = (text: string): boolean => request.test(text.replaceAll(/\s+/g, ' '))
