import { formatDay } from './format-day.ts'

const maxNameLength = 80
/** Not allowed in file names on some system, or invisible. */
const unsafe = /[\p{Cc}\p{Cf}\p{Surrogate}\\/:*?"<>|]/gu

/** The name of the file: the deal, what it is, and the day. */
export const exportFileName = (
  dealName: string,
  what: string,
  { at, extension }: { at: Date; extension: string },
): string => {
  const name = [...dealName.replaceAll(unsafe, ' ').replaceAll(/\s+/gu, ' ')].slice(0, maxNameLength).join('').trim()
  // A name that begins with a dot is hidden on many systems.
  const shown = name.replace(/^\.+/, '').trim()
  return `${[...(shown === '' ? [] : [shown]), what, formatDay(at)].join(', ')}.${extension}`
}
