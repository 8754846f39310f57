import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'

/** Looks for one kind of slip. Undefined: there was nothing in the workbook that it could look at. */
export type Check = (inspection: Inspection) => readonly Slip[] | undefined
