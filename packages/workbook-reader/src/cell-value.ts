import type { CellMetadata } from './cell-metadata.ts'
import { errorFromText, valueError } from './error-value.ts'
import { serialFromParts } from './serial-date.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Scalar } from './value.ts'
import { cellText, detached } from './xml-text.ts'

/** The context for reading cell values. */
export interface ValueSources {
  readonly strings: readonly string[]
  readonly metadata: CellMetadata
  readonly date1904: boolean
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?/

/** A date such as `2026-12-31T12:00:00` as a serial date. */
export const serialFromIso = (text: string, date1904: boolean): number | undefined => {
  const [found, year, month, day, hours = 0, minutes = 0, seconds = 0] = isoDate.exec(text) ?? []
  if (found === undefined) return undefined
  const serial = serialFromParts(Number(year), Number(month), Number(day)) - (date1904 ? 1_462 : 0)
  return serial + (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

const numberOf = (text: string): number | null => {
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** The value of a cell from its text and the type given in the file. Null if it is empty. */
export const cellValue = (
  type: string | undefined,
  raw: string | undefined,
  vm: number | undefined,
  { strings, metadata, date1904 }: ValueSources,
): Scalar => {
  switch (type) {
    case 's':
      if (raw === undefined || raw === '') return null
      return strings[Number(raw)] ?? unreadable('malformed', messages.textMissing())
    case 'str':
    case 'inlineStr':
      return raw === undefined && type === 'inlineStr' ? null : detached(cellText(raw ?? ''))
    case 'b':
      return raw === undefined ? null : raw === '1' || raw.toLowerCase() === 'true'
    case 'e':
      if (raw === undefined) return null
      return (vm === undefined ? undefined : metadata.errorOf(vm)) ?? errorFromText(raw) ?? valueError
    case 'd':
      return raw === undefined ? null : (serialFromIso(raw, date1904) ?? numberOf(raw))
    default:
      return raw === undefined ? null : numberOf(raw.trim())
  }
}
