/** Hides what identifies people and companies, and puts it back into an answer. */
export interface Redactor {
  /** A task, with what must be known about what is hidden. */
  instruct(task: string): string
  hide(text: string): string
  /** Of an answer in JSON. */
  restore(answer: string): string
}

/** Hides nothing. */
export const openly: Redactor = { instruct: (task) => task, hide: (text) => text, restore: (answer) => answer }

/** What is told about the words that stand for what is hidden. */
const aboutHidden = 'Words such as HIDDEN-3 stand for names that are withheld: keep them exactly as they are.'

/** Chips of numbers, and what is hidden already, stay. */
const fixed = /\[\[[a-z0-9_]{1,100}\]\]|\bHIDDEN-\d{1,6}\b/
const isHidden = /^HIDDEN-\d{1,6}$/
const patterns = [
  // Mail and web addresses.
  /(?<![\w.%+-])[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/,
  /\bhttps?:\/\/[^\s"\\<>]{1,500}/,
  // Phone numbers; years in a row are none.
  /(?<!\w)\+\d{1,3}(?:[ .-]?\(?\d{2,4}\)?){2,4}(?!\w)/,
  /\(\d{3}\) ?\d{3}[ .-]\d{4}(?!\w)/,
  /(?<![\w.-])\d{3}[.-]\d{3}[.-]\d{4}(?![\w-])/,
  // Social security, employer and bank account numbers; amounts have separators, or fewer digits.
  /(?<![\w-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\w-])/,
  /(?<!\w)[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}| [A-Z0-9]{4}(?: \d{4}){2,6}(?: \d{1,3})?)(?!\w)/,
  /(?<![\w$€£.,-])\d{10,18}(?![\w%]|[.,]\d)/,
].map(({ source }) => source)

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Shorter names are everyday words too often. */
const minNameLength = 3

/** A redactor for these names, and for addresses, phone and account numbers. */
export const createRedactor = (names: readonly string[]): Redactor => {
  const known = [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length >= minNameLength)
    .sort((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}])${escaped(name).replaceAll(/\s+/g, String.raw`\s+`)}(?![\\p{L}\\p{N}])`)
  const hidden = new RegExp([fixed.source, ...known].join('|'), 'giu')
  const formed = new RegExp([fixed.source, ...patterns].join('|'), 'g')
  const placeOf = new Map<string, number>()
  const words: string[] = []
  const replace = (found: string): string => {
    if (found.startsWith('[[') || isHidden.test(found)) return found
    const place = placeOf.get(found) ?? words.push(found)
    placeOf.set(found, place)
    return `HIDDEN-${place}`
  }
  return {
    instruct: (task) => `${task}\n${aboutHidden}`,
    // Addresses first: a name can be a part of one.
    hide: (text) => text.replaceAll(formed, replace).replaceAll(hidden, replace),
    restore: (answer) =>
      answer.replaceAll(/\bHIDDEN-(\d{1,6})\b/g, (found, place: string) => {
        const word = words[Number(place) - 1]
        return word === undefined ? found : JSON.stringify(word).slice(1, -1)
      }),
  }
}
