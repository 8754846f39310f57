import type { Document } from '@deal-canvas/contract'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useServices } from '../../../../session/services.ts'
import { openPdf } from './open-pdf.ts'

export type OpenedPdf =
  | { status: 'none' }
  | { status: 'opening' }
  | { status: 'open'; file: PDFDocumentProxy; ratio: number }
  | { status: 'failed'; error: unknown }

/** Width to height of A4 or Letter, until a page is known. */
export const usualRatio = 1 / 1.4

/** The opened file of a PDF; none for another kind of document. */
export const usePdf = (document: Document): OpenedPdf => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { id, kind, size } = document
  const [opened, setOpened] = useState<OpenedPdf>({ status: kind === 'pdf' ? 'opening' : 'none' })
  useEffect(() => {
    if (kind !== 'pdf') return
    let isLeft = false
    const opening = openPdf(client, dealId, { id, size })
    opening
      .then(
        async ({ file }) => {
          const { width, height } = (await file.getPage(1)).getViewport({ scale: 1 })
          if (!isLeft) setOpened({ status: 'open', file, ratio: width / height })
        },
        (error: unknown) => {
          if (!isLeft) setOpened({ status: 'failed', error })
        },
      )
      .catch((error: unknown) => {
        if (!isLeft) setOpened({ status: 'failed', error })
      })
    return () => {
      isLeft = true
      // A file that could not be opened is closed already.
      opening.then(({ close }) => close()).catch(() => {})
    }
  }, [client, dealId, id, kind, size])
  return opened
}
