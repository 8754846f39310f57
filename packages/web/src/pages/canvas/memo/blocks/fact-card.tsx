import type { FactView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import { DocumentPlace } from './document-place.tsx'
import styles from './memo-block.module.css'

/** A sentence of a document, and whether it contradicts the model. */
export const FactCard = ({ view: { contradiction, ...place } }: { view: FactView }) => (
  <figure className={styles.fact} data-contradicted={contradiction !== undefined || undefined}>
    <blockquote>{messages.quote({ text: place.quote })}</blockquote>
    <figcaption>
      <DocumentPlace {...place} />
      {contradiction !== undefined && (
        <strong>
          {messages.contradicts({ document: contradiction.documentSays, model: contradiction.modelSays })}
        </strong>
      )}
    </figcaption>
  </figure>
)
