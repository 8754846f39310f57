import { type ComparedSection, canEditDeal, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { versionsMessages as messages } from '../../messages/versions.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Writes a section again as it was, as a new version; what was written since stays in its history. */
export const RestoreSection = ({ section, version }: { section: ComparedSection; version: number }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal, sections } = useCanvas()
  const { section_key: key, title_from: title, parts } = section
  // A section that was removed has no version now.
  const present = sections.find(({ section_key }) => section_key === key)?.version ?? 0
  const restore = useMutation({
    mutationFn: () =>
      session.client.call(writeSection, {
        params: { deal_id: dealId, section_key: key },
        body: {
          ...(title === null ? {} : { title }),
          content: parts
            .filter(({ change }) => change !== 'added')
            .map(({ text }) => text)
            .join(''),
        },
        ifMatch: present,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  if (!canEditDeal(deal) || deal.status === 'finalized') return null
  if (restore.isSuccess) return <span role="status">{messages.restored()}</span>
  return (
    <>
      <Button look="ghost" busy={restore.isPending} onClick={() => restore.mutate()}>
        {messages.restoreSection({ version })}
      </Button>
      {restore.isError && <Note tone="red">{sentenceFor(restore.error)}</Note>}
    </>
  )
}
