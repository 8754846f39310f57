import { describe, expect, it } from 'vitest'
import { noMaterial } from './draft-material.ts'
import { draftOpenItems } from './draft-open-items.ts'

describe('open items of a draft', () => {
  it('drafts nothing if nothing is open', () => {
    expect(draftOpenItems({ known: new Map() }, [])).toBeUndefined()
  })

  it('lists questions, numbers to confirm, numbers not found, unread files and sections to write', () => {
    const draft = draftOpenItems(
      {
        known: new Map(),
        unconfirmed: new Map([['dscr', 'Debt Service Coverage Ratio']]),
        missing: new Map([['noi', 'NOI']]),
        material: { ...noMaterial, questions: ['Is the tax reassessed?'], unread: ['om.pdf'] },
      },
      [{ label: 'Recommendation', contains: 'invest / pass / more work' }],
    )
    expect(draft?.split('\n\n')).toEqual([
      '**Open questions**',
      '- Is the tax reassessed?',
      '**Numbers to confirm in the workbook**',
      '- Debt Service Coverage Ratio',
      '**Numbers not found in the workbook**',
      '- NOI',
      '**Files that could not be read**',
      '- om.pdf',
      '**To write**',
      '- Recommendation: invest / pass / more work',
    ])
  })
})
