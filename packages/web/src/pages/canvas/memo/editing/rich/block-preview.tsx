import { previewBlock } from '@deal-canvas/contract'
import type { Block, BlockView } from '@deal-canvas/memo'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dealKey, useDealId } from '../../../../../deal-data/canvas-query.ts'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { retryWhileBusy } from '../../../../../session/is-busy.ts'
import { sentenceFor } from '../../../../../session/sentence-for.ts'
import { useServices } from '../../../../../session/services.ts'
import { useDebounced } from '../../../../../ui/use-debounced.ts'
import { BlockBody } from '../../blocks/block-body.tsx'
import styles from './block-dialog.module.css'

/** What a block will show in the memo. */
export const BlockPreview = ({ block }: { block: Block }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  // A range is typed letter by letter.
  const asked = useDebounced(JSON.stringify(block), 300)
  const { data, error } = useQuery({
    queryKey: [...dealKey(dealId), 'blocks', 'preview', asked],
    queryFn: ({ signal }) =>
      client.call(previewBlock, { params: { deal_id: dealId }, body: { block: JSON.parse(asked) }, signal }),
    retry: retryWhileBusy,
    placeholderData: keepPreviousData,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <section className={styles.preview} aria-label={messages.blockPreview()} tabIndex={0}>
      {error !== null && <p className="error">{messages.previewFailed({ reason: sentenceFor(error) })}</p>}
      {error === null && data === undefined && <p role="status">{messages.previewLoading()}</p>}
      {data !== undefined && <BlockBody view={data.view as BlockView} />}
    </section>
  )
}
