import type { Document } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Note } from '../../../ui/note.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { Mark } from './marks.ts'
import { PageOverlay } from './page-overlay.tsx'
import styles from './page-sheet.module.css'
import { pageQuery } from './pages-query.ts'
import { PdfCanvas } from './pdf/pdf-canvas.tsx'
import { type OpenedPdf, usualRatio } from './pdf/use-pdf.ts'
import { drawnPictures, Picture } from './picture.tsx'
import { TextPage } from './text-page.tsx'

interface PageSheetProps {
  document: Document
  page: number
  pdf: OpenedPdf
  /** In CSS pixels. */
  width: number
  /** Only pages near the visible ones are drawn. */
  isNear: boolean
  marks: readonly Mark[]
  /** The mark to scroll to. */
  target: string | undefined
  onMark: (id: string) => void
}

/** Pages that are scrolled past faster than this are not loaded. */
const settleMs = 120

/** One page on paper. */
export const PageSheet = ({ document, page, pdf, width, isNear, marks, target, onMark }: PageSheetProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [ratio, setRatio] = useState<number>()
  const [isBroken, setBroken] = useState(false)
  const fail = useCallback(() => setBroken(true), [])
  const isShown = useDebounced(isNear, settleMs)
  const read = useQuery({ ...pageQuery(client, { dealId, documentId: document.id }, page), enabled: isShown })
  const isPicture = drawnPictures.has(document.kind)
  const isDrawn = (pdf.status === 'open' || isPicture) && !isBroken
  const shape = ratio ?? (pdf.status === 'open' ? pdf.ratio : usualRatio)
  const isWaiting = pdf.status === 'opening' || (!isDrawn && read.isPending)
  return (
    <article
      className={styles.paper}
      data-page={page}
      data-drawn={isDrawn || undefined}
      aria-label={messages.pageLabel({ page })}
      aria-busy={isShown && isWaiting}
      style={{ width, ...(isDrawn || !isShown || isWaiting ? { height: width / shape } : { minHeight: width / 2 }) }}
    >
      {isShown && pdf.status === 'open' && isDrawn && (
        <PdfCanvas file={pdf.file} page={page} width={width} onRatio={setRatio} onFailed={fail} />
      )}
      {isShown && isPicture && isDrawn && <Picture document={document} onRatio={setRatio} onFailed={fail} />}
      {isShown && isDrawn && read.data && (
        <PageOverlay page={read.data} marks={marks} target={target} ratio={shape} onMark={onMark} />
      )}
      {isShown && !isDrawn && !isWaiting && (
        <>
          {(isBroken || pdf.status === 'failed') && <Note tone="amber">{messages.pageAsText()}</Note>}
          {read.data && <TextPage page={read.data} marks={marks} target={target} onMark={onMark} />}
          {read.data === null && <p className={styles.empty}>{messages.pageWithoutText()}</p>}
        </>
      )}
      {read.isError && <Note tone="red">{sentenceFor(read.error)}</Note>}
    </article>
  )
}
