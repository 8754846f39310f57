import { maxTextCharacters, maxTextLength, maxTexts } from './limits.ts'
import { createTextCollector } from './text-collector.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import { scanPart } from './xml-scanner.ts'
import { cellText, detached } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** The texts that cells refer to by index, without phonetic hints. */
export const readSharedStrings = (zip: Zip, part: string): string[] => {
  const found: string[] = []
  const raw = createTextCollector(8 * maxTextLength)
  let isText = false
  let isPronounced = false
  let characters = 0
  scanPart(zip, part, {
    open: (name) => {
      if (name === 'si') raw.start()
      else if (name === 't') isText = !isPronounced
      else if (name === 'rPh') isPronounced = true
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPronounced = false
      else if (name === 'si') {
        const text = detached(cellText(raw.take()))
        if (text.length > maxTextLength) unreadable('malformed', messages.textTooLong())
        characters += text.length
        if (characters > maxTextCharacters || found.length >= maxTexts) unreadable('too_large', messages.tooMuchText())
        found.push(text)
      }
    },
    text: (piece) => {
      if (isText) raw.add(piece)
      if (raw.isFull()) unreadable('malformed', messages.textTooLong())
    },
  })
  return found
}
