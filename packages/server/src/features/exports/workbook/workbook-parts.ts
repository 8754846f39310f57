import { attributeOf, scanPart, type Zip } from '@deal-canvas/workbook-reader'
import { attributesOf, nextTag, type Tag, withoutAttributes } from './xml-edit.ts'

/** The sheets of a workbook in their order, with their relationships. */
export const readSheets = (zip: Zip, main: string): { name: string; relation: string; id: number }[] => {
  const sheets: { name: string; relation: string; id: number }[] = []
  scanPart(zip, main, {
    open: (name, tag) => {
      if (name !== 'sheet') return
      const id = Number(attributeOf(tag, 'sheetId') ?? 0)
      sheets.push({ name: attributeOf(tag, 'name') ?? '', relation: attributeOf(tag, ':id') ?? '', id })
    },
  })
  return sheets
}

/** Each tag of a part in turn, until one is found. */
export const findTag = (xml: string, part: string, isWanted: (tag: Tag) => boolean): Tag | undefined => {
  let at = 0
  for (;;) {
    const tag = nextTag(xml, at, part)
    if (tag === undefined || isWanted(tag)) return tag
    at = tag.end
  }
}

const recalculates = ' fullCalcOnLoad="1"'

/** What stands before the calculation settings, the last of them first. */
const before = ['definedNames', 'externalReferences', 'functionGroups', 'sheets']

/** Has the workbook calculated as a whole when it is opened. */
export const withFullCalculation = (xml: string, part: string): string => {
  const settings = findTag(xml, part, ({ name, isClosing }) => name === 'calcPr' && !isClosing)
  if (settings !== undefined) {
    const { start, end, isEmpty } = settings
    const tag = withoutAttributes(xml.slice(start, end), ['fullCalcOnLoad'])
    const close = tag.length - (isEmpty ? 2 : 1)
    return `${xml.slice(0, start)}${tag.slice(0, close).trimEnd()}${recalculates}${tag.slice(close)}${xml.slice(end)}`
  }
  for (const name of before) {
    const last = findTag(xml, part, (tag) => tag.name === name && (tag.isClosing || tag.isEmpty))
    if (last !== undefined)
      return `${xml.slice(0, last.end)}<${last.prefix}calcPr${recalculates}/>${xml.slice(last.end)}`
  }
  return xml
}

const withoutTag = (
  xml: string,
  part: string,
  isGone: (attributes: ReadonlyMap<string, string>) => boolean,
): string => {
  const tag = findTag(xml, part, ({ start, end, isClosing }) => {
    if (isClosing) return false
    return isGone(new Map(attributesOf(xml.slice(start, end)).map(({ name, value }) => [name, value])))
  })
  if (tag === undefined) return xml
  const end = tag.isEmpty ? tag.end : (nextTag(xml, tag.end, part)?.end ?? tag.end)
  return `${xml.slice(0, tag.start)}${xml.slice(end)}`
}

export const withoutRelation = (xml: string, id: string): string =>
  withoutTag(xml, 'relationships', (attributes) => attributes.get('Id') === id)

export const withoutType = (xml: string, part: string): string =>
  withoutTag(
    xml,
    'content types',
    (attributes) => attributes.get('PartName')?.toLowerCase() === `/${part.toLowerCase()}`,
  )
