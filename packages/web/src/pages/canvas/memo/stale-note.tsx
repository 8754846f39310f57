import { type Section, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { applySection } from '../live/apply-deal-event.ts'

/** Saving the same text again confirms that it is still correct with the current numbers. */
export const StaleNote = ({ section, canEdit }: { section: Section; canEdit: boolean }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { section_key, title, content, version } = section
  const review = useMutation({
    mutationFn: () =>
      session.client.call(writeSection, {
        params: { deal_id: dealId, section_key },
        body: { title, content },
        ifMatch: version,
      }),
    onSuccess: (written) => applySection(queries, dealId, written),
  })
  return (
    <Note
      tone="amber"
      icon="clock"
      act={
        canEdit && (
          <Button busy={review.isPending} onClick={() => review.mutate()}>
            {memoMessages.markReviewed()}
          </Button>
        )
      }
    >
      {review.isError ? sentenceFor(review.error) : memoMessages.stale()}
    </Note>
  )
}
