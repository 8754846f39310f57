import type { DraftSource, DraftReport as Report } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { providerDraftMessages as messages } from '../../messages/provider-drafts.ts'

const Group = ({ name, children }: { name: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <section aria-label={name} className="grid gap-2">
      <h3 className="text-body">{name}</h3>
      <ul className="grid gap-2">{children}</ul>
    </section>
  )

const placeOf = ({ file_name: file, page }: DraftSource): string =>
  messages.source({ file, page: page === null ? 'none' : String(page) })

const Sentence = ({ text, children }: { text: string; children?: ReactNode }) => (
  <li>
    <p>{text}</p>
    {children !== undefined && <p className="hint">{children}</p>}
  </li>
)

const placesOf = (sources: readonly DraftSource[]): string | undefined =>
  sources.length === 0 ? undefined : [...new Set(sources.map(placeOf))].join('; ')

/** What became of each sentence that the provider wrote. */
export const DraftReport = ({ report }: { report: Report }) => (
  <>
    <Group name={messages.accepted()}>
      {report.accepted.map(({ text, sources }) => (
        <Sentence key={text} text={text}>
          {placesOf(sources)}
        </Sentence>
      ))}
    </Group>
    <Group name={messages.dropped()}>
      {report.dropped.map(({ text, agent, reason }) => (
        <Sentence key={`${agent} ${reason} ${text}`} text={text}>
          {messages.reason({ reason })}
        </Sentence>
      ))}
    </Group>
    <Group name={messages.doubts()}>
      {report.doubts.map((text) => (
        <Sentence key={text} text={text} />
      ))}
    </Group>
    <Group name={messages.contradictions()}>
      {report.contradictions.map(({ text, source }) => (
        <Sentence key={`${text} ${source.document_id}`} text={text}>
          {placeOf(source)}
        </Sentence>
      ))}
    </Group>
  </>
)
