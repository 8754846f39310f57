import type { DraftReport, DraftSource } from '@deal-canvas/contract'
import type { Claim } from '@deal-canvas/facts'
import { providerDraftMessages as messages } from '../../messages/provider-drafts.ts'
import type { Judged, Verified } from './judge-answer.ts'
import type { DraftPassage, DraftSources } from './sources.ts'

/** What the three agents answered. */
export interface Exchange {
  readonly analyst: Judged
  readonly critic: Judged
  readonly editor: Judged
}

export interface WrittenDraft {
  /** Markdown; empty: there is nothing to suggest. */
  readonly text: string
  readonly numbers: readonly string[]
  readonly count: number
  readonly report: DraftReport
}

/** `~~` strikes out, and a file can be named like Markdown. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_~<>[\]#|]/g, '\\$&')

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Chips stay, everything else is text. */
const markdownOf = (text: string): string =>
  plain(text)
    .split(/(\[\[[a-z0-9_]+\]\])/)
    .map((part, place) => (place % 2 === 1 ? part : escaped(part)))
    .join('')

const sourceOf = ({ documentId, fileName, position, page }: DraftPassage): DraftSource => ({
  document_id: documentId,
  file_name: fileName,
  passage_id: position === null ? null : String(position),
  page,
})

const cited = ({ fileName, page }: DraftPassage): string =>
  page === null ? messages.source({ file: fileName }) : messages.sourceOnPage({ file: fileName, page })

/** The sentence with its sources in brackets. */
const sentenceOf = ({ text }: Claim, passages: readonly DraftPassage[]): string => {
  const sentence = markdownOf(text)
  if (passages.length === 0) return sentence
  const sources = escaped([...new Set(passages.map(cited))].join('; '))
  return `${sentence.replace(/\.$/, '')} (${sources}).`
}

/** The draft from what the agents wrote, and the report of what became of each sentence. */
export const writeDraft = (
  { passages }: DraftSources,
  { analyst, critic, editor }: Exchange,
  present: string,
): WrittenDraft => {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const citedBy = ({ citations }: Claim): DraftPassage[] => citations.flatMap((id) => byId.get(id) ?? [])
  const isSaid = (claim: Verified): boolean => present.includes(markdownOf(claim.text).replace(/\.$/, ''))
  const kept = editor.accepted.filter((claim) => !isSaid(claim))
  const texts = new Set([...editor.accepted, ...editor.dropped].map(({ text }) => text))
  const leftOut = [
    ...analyst.accepted.map(({ text }) => ({ text, agent: 'analyst' as const })),
    ...critic.accepted.map(({ text }) => ({ text, agent: 'critic' as const })),
  ].filter(({ text }) => !texts.has(text))
  return {
    text: kept.map((claim) => sentenceOf(claim, citedBy(claim))).join(' '),
    numbers: [...new Set(kept.flatMap(({ numbers }) => numbers))],
    count: kept.length,
    report: {
      accepted: kept.map((claim) => ({ text: claim.text, sources: citedBy(claim).map(sourceOf) })),
      dropped: [
        ...analyst.dropped,
        ...critic.dropped,
        ...editor.dropped,
        ...editor.accepted
          .filter(isSaid)
          .map(({ text }) => ({ text, agent: 'editor' as const, reason: 'already_said' as const })),
        ...leftOut.map((one) => ({ ...one, reason: 'left_out' as const })),
      ],
      doubts: critic.doubts.flatMap((place) => analyst.accepted[place]?.text ?? []),
      contradictions: critic.contradictions.flatMap(({ claim, source }) => {
        const [sentence, passage] = [analyst.accepted[claim], byId.get(source)]
        return sentence === undefined || passage === undefined
          ? []
          : [{ text: sentence.text, source: sourceOf(passage) }]
      }),
    },
  }
}
