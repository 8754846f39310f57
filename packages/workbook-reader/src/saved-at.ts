import { relationshipsOf } from './relationships.ts'
import { serialFromParts } from './serial-date.ts'
import { createTextCollector } from './text-collector.ts'
import { scanPart } from './xml-scanner.ts'
import type { Zip } from './zip.ts'

const moment = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

/**
 * When the workbook was last saved, as an Excel serial date (1900 system) in UTC; undefined if the file does not say.
 */
export const readSavedAt = (zip: Zip): number | undefined => {
  const part = relationshipsOf(zip, '').find(({ kind }) => kind === 'core-properties')?.target ?? 'docProps/core.xml'
  const text = createTextCollector(64)
  let [isTaking, found] = [false, '']
  scanPart(zip, part, {
    open: (name) => {
      if (name !== 'modified') return
      text.start()
      isTaking = true
    },
    close: (name) => {
      if (name !== 'modified') return
      isTaking = false
      found = text.take()
    },
    text: (piece) => {
      if (isTaking) text.add(piece)
    },
  })
  const [whole, year, month, day, hours, minutes] = moment.exec(found.trim()) ?? []
  if (whole === undefined) return undefined
  return serialFromParts(Number(year), Number(month), Number(day)) + (Number(hours) * 60 + Number(minutes)) / 1_440
}
