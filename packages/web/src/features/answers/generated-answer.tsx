import { type AnswerSentence, askDeal, type EvidencePassage } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { answerMessages as messages } from '../../messages/answers.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { PassageLink } from '../documents/passage-link.tsx'
import { useProviderModel } from '../organization/use-provider-model.ts'

export interface AskedQuestion {
  question: string
  document_id?: string
  kind?: 'document' | 'workbook'
}

/** Answers a question with verified sentences of the model provider, where the organization has switched it on. */
export const GeneratedAnswer = ({ asked }: { asked: AskedQuestion }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const model = useProviderModel('commenter')
  const ask = useMutation({
    mutationFn: () => client.call(askDeal, { params: { deal_id: dealId }, body: asked }),
  })
  if (model === undefined) return null
  const { data } = ask
  return (
    <section aria-label={messages.title()} className="grid gap-2">
      {data === undefined && (
        <div>
          <Button busy={ask.isPending} onClick={() => ask.mutate()}>
            {messages.write({ model })}
          </Button>
          <p className="hint">{messages.sends({ model })}</p>
        </div>
      )}
      <div aria-live="polite">
        {ask.isError && <Note tone="red">{sentenceFor(ask.error)}</Note>}
        {data !== undefined && data.reason !== null && <Note tone="plain">{messages[data.reason]()}</Note>}
        {data !== undefined && data.sentences.length > 0 && (
          <>
            <ul className="grid gap-2">
              {data.sentences.map((sentence) => (
                <Sentence key={sentence.text} sentence={sentence} passages={data.passages} />
              ))}
            </ul>
            <p className="hint">{messages.checked({ model })}</p>
          </>
        )}
      </div>
    </section>
  )
}

const placeOf = ({ file_name: file, page, sheet }: EvidencePassage): string =>
  page === null ? (sheet ?? file) : messages.source({ file, page })

const Sentence = ({ sentence, passages }: { sentence: AnswerSentence; passages: readonly EvidencePassage[] }) => {
  const cited = sentence.citations.flatMap(
    (citation) =>
      passages.find(
        (passage) => passage.document_id === citation.document_id && passage.passage_id === citation.passage_id,
      ) ?? [],
  )
  return (
    <li>
      <p>{sentence.text}</p>
      {cited.map((passage) => (
        <p key={`${passage.document_id} ${passage.passage_id}`} className="hint">
          <PassageLink passage={passage}>{placeOf(passage)}</PassageLink>
        </p>
      ))}
    </li>
  )
}
