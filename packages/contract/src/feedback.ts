import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { boolean, integer, list, map, model, nullable, number, optional, type Static, text, uuid } from './schema.ts'

const tag = 'Canvas'
const params = model({ deal_id: dealId })

export const giveFeedback = operation({
  id: 'giveFeedback',
  method: 'POST',
  path: '/api/canvas/{deal_id}/feedback',
  tag,
  summary: 'Rate a section; a later rating of mine counts in place of the former',
  access: dealRole('commenter'),
  params,
  body: model(
    {
      section_key: text({ max: 100, examples: ['executive_summary'] }),
      rating: integer({ minimum: 1, maximum: 5, description: '1 is poor, 5 is excellent.', examples: [4] }),
      comment: optional(nullable(text({ max: 500 }))),
      tags: optional(nullable(list(text({ min: 1, max: 40, examples: ['clear'] }), { max: 20 }))),
    },
    { title: 'SectionFeedbackRequest' },
  ),
  answer: model({ success: boolean(), feedback_id: uuid() }, { title: 'SectionFeedbackResponse' }),
  errors: ['section_not_found', 'deal_finalized'],
})

export const SectionRatings = model({
  section_key: text({ examples: ['executive_summary'] }),
  count: integer({ examples: [2] }),
  mean: nullable(number({ description: 'To two decimals; null where nobody rated it.', examples: [4.5] })),
  distribution: map(integer(), { examples: [{ '1': 0, '2': 0, '3': 0, '4': 1, '5': 1 }] }),
  tags: map(integer(), { examples: [{ clear: 2 }] }),
})
export type SectionRatings = Static<typeof SectionRatings>

export const feedbackSummary = operation({
  id: 'feedbackSummary',
  method: 'GET',
  path: '/api/canvas/{deal_id}/feedback',
  tag,
  summary: 'How the sections are rated',
  access: dealRole('viewer'),
  params,
  answer: model({ sections: list(SectionRatings) }),
})
