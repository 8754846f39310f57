import { calculatedWorkbook } from './calculated.mjs'
import { docxFile } from './documents/docx-file.mjs'
import { leaseAbstracts } from './documents/harbor.mjs'
import { lenderNotes, managementPresentation } from './documents/helios.mjs'
import { markdownFile } from './documents/markdown-file.mjs'
import { pdfFile } from './documents/pdf-file.mjs'
import { offeringMemo, siteVisit } from './documents/riverside.mjs'
import { harborWorkbook } from './harbor.mjs'
import { heliosWorkbook } from './helios/helios.mjs'
import { riversideWorkbook } from './riverside/riverside.mjs'

export { claims } from './claims.mjs'
export { planted } from './planted.mjs'

/** All files of the demo deals by name. The engine computes the workbooks' cached values. */
export const demoFiles = (engine) => ({
  'riverside.xlsx': calculatedWorkbook(riversideWorkbook(), engine),
  'riverside-offering-memo.pdf': pdfFile(offeringMemo),
  'riverside-site-visit.md': markdownFile(siteVisit),
  'helios.xlsx': calculatedWorkbook(heliosWorkbook(), engine),
  'helios-management-presentation.docx': docxFile(managementPresentation),
  'helios-lender-call.md': markdownFile(lenderNotes),
  'harbor.xlsx': calculatedWorkbook(harborWorkbook(), engine),
  'harbor-lease-abstracts.md': markdownFile(leaseAbstracts),
})
