import type { CanvasSection } from '@deal-canvas/contract'
import { lazy, Suspense, useState } from 'react'
import { useProviderModel } from '../../../features/organization/use-provider-model.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { Button } from '../../../ui/button.tsx'
import { useAttention } from '../attention.ts'

// Most sections are never drafted by a provider.
const DraftDialog = lazy(async () => ({
  default: (await import('../../../features/provider-drafts/draft-dialog.tsx')).DraftDialog,
}))

/** Only where the organization has the model provider switched on. */
export const DraftButton = ({ section }: { section: CanvasSection }) => {
  const model = useProviderModel('editor')
  const { thread } = useAttention()
  const [isOpen, setOpen] = useState(false)
  if (model === undefined) return null
  const show = (commentId: string): void => {
    setOpen(false)
    thread.set(commentId)
  }
  return (
    <>
      <Button
        look="ghost"
        onClick={() => setOpen(true)}
        aria-label={memoMessages.draftNamedSection({ title: section.title })}
      >
        {memoMessages.draftSection()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DraftDialog section={section} model={model} onShow={show} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
