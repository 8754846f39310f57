import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import type { Layout } from './layout.ts'

/** Looks for one kind of error. Undefined if the workbook had nothing for it to examine. */
export type Check = (inspection: Inspection) => readonly Slip[] | undefined

/** A check that reads only formulas: its result stays valid whatever values the cells take. */
export type FormulaCheck = (layout: Layout) => readonly Slip[] | undefined
