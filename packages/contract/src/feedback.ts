import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { boolean, integer, list, map, model, nullable, number, optional, type Static, text, uuid } from './schema.ts'
import { maxFeedbackLength, maxIdLength, maxRating, maxTagLength, maxTags, minRating } from './sizes.ts'

const tag = 'Canvas'
const params = model({ deal_id: dealId })

export const giveFeedback = operation({
  id: 'giveFeedback',
  method: 'POST',
  path: '/api/canvas/{deal_id}/feedback',
  tag,
  summary: 'Rate a section',
  description: 'Rates a section from 1 to 5 stars. A later rating by the same person replaces the former one.',
  access: dealRole('commenter'),
  params,
  body: model(
    {
      section_key: text({ description: 'The section to rate.', max: maxIdLength, examples: ['executive_summary'] }),
      rating: integer({
        minimum: minRating,
        maximum: maxRating,
        description: '1 is poor, 5 is excellent.',
        examples: [4],
      }),
      comment: optional(nullable(text({ description: 'A remark for the authors.', max: maxFeedbackLength }))),
      tags: optional(
        nullable(
          list(text({ min: 1, max: maxTagLength, examples: ['clear'] }), {
            description: 'Words that describe the section.',
            max: maxTags,
          }),
        ),
      ),
    },
    { title: 'SectionFeedbackRequest' },
  ),
  answer: model(
    { success: boolean({ description: 'True: it was done.' }), feedback_id: uuid({ description: 'The rating.' }) },
    { title: 'SectionFeedbackResponse' },
  ),
  errors: ['section_not_found', 'deal_finalized'],
})

export const SectionRatings = model(
  {
    section_key: text({ description: 'The section of the memo.', examples: ['executive_summary'] }),
    count: integer({ description: 'How many people rated it.', examples: [2] }),
    mean: nullable(number({ description: 'To two decimals; null if nobody rated it.', examples: [4.5] })),
    distribution: map(integer(), {
      description: 'How many people gave each number of stars.',
      examples: [{ '1': 0, '2': 0, '3': 0, '4': 1, '5': 1 }],
    }),
    tags: map(integer(), { description: 'How many people used each tag.', examples: [{ clear: 2 }] }),
  },
  { title: 'SectionRatings' },
)
export type SectionRatings = Static<typeof SectionRatings>

export const feedbackSummary = operation({
  id: 'feedbackSummary',
  method: 'GET',
  path: '/api/canvas/{deal_id}/feedback',
  tag,
  summary: 'Show the ratings of all sections',
  description: 'Answers number, mean and distribution of the ratings of each section.',
  access: dealRole('viewer'),
  params,
  answer: model(
    { sections: list(SectionRatings, { description: 'The rated sections.' }) },
    { title: 'FeedbackSummaryResponse' },
  ),
})
