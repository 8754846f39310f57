import { type AnswerOf, draftMemo } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { dealKey, useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { draftingMessages } from '../../../messages/drafting.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

const Result = ({ drafted }: { drafted: AnswerOf<typeof draftMemo> }) => {
  const { sections } = useCanvas()
  const titles = new Map(sections.map(({ section_key: key, title }) => [key, title]))
  const groups = [
    { name: draftingMessages.added(), keys: drafted.added_sections },
    { name: draftingMessages.redrafted(), keys: drafted.redrafted_sections },
    { name: draftingMessages.kept(), keys: drafted.kept_sections },
  ].filter(({ keys }) => keys.length > 0)
  const isSame = drafted.added_sections.length + drafted.redrafted_sections.length === 0
  return (
    <div role="status" className="grid gap-3">
      {isSame && <p>{draftingMessages.unchanged()}</p>}
      {groups.map(({ name, keys }) => (
        <p key={name}>
          <strong>{name}</strong>
          {`: ${keys.map((key) => titles.get(key) ?? key).join(', ')}`}
        </p>
      ))}
    </div>
  )
}

export const DraftAgainDialog = ({ onClose }: { onClose: () => void }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const draft = useMutation({
    mutationFn: () => session.client.call(draftMemo, { params: { deal_id: dealId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  return (
    <Dialog title={draftingMessages.title()} onClose={onClose}>
      <div className="grid gap-4">
        {draft.data === undefined ? <p>{draftingMessages.hint()}</p> : <Result drafted={draft.data} />}
        {draft.isError && <p role="alert">{sentenceFor(draft.error)}</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>
            {draft.data === undefined ? commonMessages.cancel() : commonMessages.close()}
          </Button>
          {draft.data === undefined && (
            <Button look="primary" busy={draft.isPending} onClick={() => draft.mutate()}>
              {draftingMessages.act()}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
