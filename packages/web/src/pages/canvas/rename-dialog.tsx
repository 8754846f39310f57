import { type Deal, maxDealNameLength, renameDeal } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { canvasQuery } from '../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../messages/canvas.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

export const RenameDialog = ({ deal, onClose }: { deal: Deal; onClose: () => void }) => {
  const { session, queries } = useServices()
  const [name, setName] = useState(deal.name)
  const wanted = name.trim()
  const rename = useMutation({
    mutationFn: () => session.client.call(renameDeal, { params: { deal_id: deal.deal_id }, body: { name: wanted } }),
    onSuccess: (renamed) => {
      queries.setQueryData(canvasQuery(session.client, deal.deal_id).queryKey, (canvas) =>
        canvas === undefined ? undefined : { ...canvas, deal: renamed },
      )
      void queries.invalidateQueries({ queryKey: ['deals'] })
      onClose()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (wanted !== '' && wanted !== deal.name && !rename.isPending) rename.mutate()
  }
  return (
    <Dialog title={canvasMessages.renameDeal()} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={canvasMessages.dealName()}
          maxLength={maxDealNameLength}
          value={name}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          error={rename.isError ? sentenceFor(rename.error) : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{commonMessages.cancel()}</Button>
          <Button look="primary" type="submit" busy={rename.isPending} idle={wanted === '' || wanted === deal.name}>
            {canvasMessages.renameDeal()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
