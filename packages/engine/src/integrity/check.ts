import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import type { Layout } from './layout.ts'

/** Looks for one kind of slip. Undefined: there was nothing in the workbook that it could look at. */
export type Check = (inspection: Inspection) => readonly Slip[] | undefined

/** One that looks at formulas alone: what it says stays true whatever the cells come to hold. */
export type FormulaCheck = (layout: Layout) => readonly Slip[] | undefined
