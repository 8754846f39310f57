import { type Section, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { applySection } from '../live/apply-deal-event.ts'

/** Saving the same text again says that it still holds with the numbers as they are now. */
export const StaleNote = ({ section, mayEdit }: { section: Section; mayEdit: boolean }) => {
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
        mayEdit && (
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
