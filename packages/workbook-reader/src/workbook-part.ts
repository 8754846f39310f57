import { maxExternalLinks, maxKeptFormulaLength, maxNames, maxSheets } from './limits.ts'
import { createTextCollector } from './text-collector.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { CalculationSettings, DefinedName, Iteration } from './workbook.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf, detached, isTrue, unescapeXml } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** The content of the main part of a workbook. */
export interface WorkbookPart {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly relation: string }[]
  readonly names: readonly DefinedName[]
  readonly externalLinks: readonly string[]
  readonly date1904: boolean
  readonly iteration: Iteration | undefined
  readonly calculation: CalculationSettings
}

const maxRounds = 32_767

const iterationOf = (tag: string): Iteration | undefined => {
  if (!isTrue(attributeOf(tag, 'iterate'))) return undefined
  const change = Number(attributeOf(tag, 'iterateDelta') ?? 0.001)
  return {
    rounds: Math.min(countOf(attributeOf(tag, 'iterateCount')) ?? 100, maxRounds),
    change: Number.isFinite(change) && change >= 0 ? change : 0.001,
  }
}

const calculationOf = (tag: string): CalculationSettings => {
  const mode = attributeOf(tag, 'calcMode')
  return {
    mode: mode === 'manual' ? 'manual' : mode === 'autoNoTable' ? 'automatic_but_tables' : 'automatic',
    fullOnLoad: isTrue(attributeOf(tag, 'fullCalcOnLoad')),
  }
}

/** Reads the main part of a workbook: its sheets, names and calculation settings. */
export const readWorkbookPart = (zip: Zip, part: string): WorkbookPart => {
  const sheets: { name: string; hidden: boolean; relation: string }[] = []
  const names: DefinedName[] = []
  const externalLinks: string[] = []
  const formula = createTextCollector(8 * maxKeptFormulaLength)
  let nameTag: string | undefined
  let [calculationTag, date1904] = ['', false]

  const open = (name: string, tag: string): void => {
    if (name === 'sheet')
      sheets.push({
        name: attributeOf(tag, 'name') ?? '',
        hidden: (attributeOf(tag, 'state') ?? 'visible') !== 'visible',
        relation: attributeOf(tag, ':id') ?? '',
      })
    else if (name === 'definedName') {
      nameTag = tag
      formula.start()
    } else if (name === 'externalReference') externalLinks.push(attributeOf(tag, ':id') ?? '')
    else if (name === 'workbookPr') date1904 = isTrue(attributeOf(tag, 'date1904'))
    else if (name === 'calcPr') calculationTag = tag
    if (sheets.length > maxSheets) unreadable('too_many_parts', messages.tooManySheets({ max: maxSheets }))
    if (names.length > maxNames) unreadable('too_many_parts', messages.tooManyNames({ max: maxNames }))
    if (externalLinks.length > maxExternalLinks)
      unreadable('too_many_parts', messages.tooManyLinks({ max: maxExternalLinks }))
  }

  const hasPart = scanPart(zip, part, {
    open,
    close: (name) => {
      if (name !== 'definedName' || nameTag === undefined) return
      names.push({
        name: attributeOf(nameTag, 'name') ?? '',
        sheet: countOf(attributeOf(nameTag, 'localSheetId')),
        formula: detached(unescapeXml(formula.take())),
      })
      nameTag = undefined
    },
    text: (piece) => {
      if (nameTag !== undefined) formula.add(piece)
    },
  })
  if (!hasPart) unreadable('not_a_workbook', messages.notAWorkbook())
  if (sheets.length === 0) unreadable('malformed', messages.noSheets())
  return {
    sheets,
    names,
    externalLinks,
    date1904,
    iteration: iterationOf(calculationTag),
    calculation: calculationOf(calculationTag),
  }
}
