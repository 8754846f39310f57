import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { modelQuery } from '../../../../deal-data/model-query.ts'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import { useServices } from '../../../../session/services.ts'
import styles from './memo-block.module.css'

/** The range of the workbook that a block shows, as a link to its first cell. */
export const SourceLink = ({ source }: { source: string }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data: model } = useQuery(modelQuery(client, dealId))
  const at = source.lastIndexOf('!')
  const [cell] = source.slice(at + 1).split(':')
  const documentId = model?.document_id ?? null
  if (documentId === null) return <span className={styles.source}>{source}</span>
  return (
    <>
      <Link
        className={styles.source}
        to="/canvas/$dealId/documents/$documentId"
        params={{ dealId, documentId }}
        search={{ sheet: source.slice(0, at), cell }}
      >
        {source}
      </Link>
      {messages.live()}
    </>
  )
}
