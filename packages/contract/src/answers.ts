import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { EvidencePassage, evidenceDegraded, evidenceFilter } from './evidence.ts'
import { operation } from './operation.ts'
import { list, model, nullable, oneOf, type Static, text, uuid } from './schema.ts'
import { maxQuestionLength } from './sizes.ts'

/** Why an answer has no generated sentences. */
export const noAnswerReasons = [
  'switched_off',
  'no_passages',
  'budget_spent',
  'unavailable',
  'unusable',
  'nothing_verified',
] as const
export type NoAnswerReason = (typeof noAnswerReasons)[number]

export const AnswerSentence = model(
  {
    text: text({ description: 'The sentence.', examples: ['The property has 212 units.'] }),
    citations: list(
      model(
        {
          document_id: uuid({ description: 'The document.' }),
          passage_id: text({ description: 'The passage within its document.', examples: ['12'] }),
        },
        { title: 'AnswerCitation' },
      ),
      { description: 'The passages that state it; each is in `passages`.' },
    ),
  },
  { title: 'AnswerSentence' },
)
export type AnswerSentence = Static<typeof AnswerSentence>

export const askDeal = operation({
  id: 'askDeal',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ask',
  tag: 'Evidence',
  summary: 'Ask the documents of a deal',
  description:
    'Answers a question with the best passages of the documents and, if the organization of the deal has `model_provider` on, with sentences that the model provider wrote from them. A sentence is answered only if each passage that it cites states the same. The question and the passages are sent to the provider as data. The call and what became of it are in the audit trail; at most 20 questions an hour.',
  access: dealRole('commenter'),
  params: model({ deal_id: dealId }),
  body: model(
    {
      question: text({
        description: 'The question.',
        min: 1,
        max: maxQuestionLength,
        examples: ['How many units are there?'],
      }),
      ...evidenceFilter,
    },
    { title: 'AskDealRequest' },
  ),
  answer: model(
    {
      sentences: list(AnswerSentence, { description: 'The verified sentences; empty: `reason` says why.' }),
      reason: nullable(
        oneOf(noAnswerReasons, {
          description:
            'Null if there are sentences. `switched_off`: the deal belongs to no organization with a provider. `no_passages`: no document answers the question. `budget_spent`: the organization has used its tokens of the day. `unavailable`: the provider did not answer. `unusable`: its answer could not be read. `nothing_verified`: no sentence was supported by what it cites.',
        }),
      ),
      passages: list(EvidencePassage, { description: 'The passages that were found, the best first.' }),
      degraded: evidenceDegraded,
    },
    { title: 'AskDealResponse' },
  ),
  // A repeat would hold a transaction open while the provider answers.
  idempotent: false,
  limit: 'ask',
})
