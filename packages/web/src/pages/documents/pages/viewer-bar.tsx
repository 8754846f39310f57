import type { Document } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDownload } from '../use-download.ts'
import styles from './pages-view.module.css'

interface ViewerBarProps {
  document: Document
  page: number
  count: number
  zoom: number
  onPage: (page: number) => void
  onZoom: (zoom: number) => void
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** The name of the document, and where in it and how large it is shown. */
export const ViewerBar = ({ document, page, count, zoom, onPage, onZoom }: ViewerBarProps) => {
  const dealId = useDealId()
  const download = useDownload(document)
  const smaller = zooms.findLast((one) => one < zoom)
  const larger = zooms.find((one) => one > zoom)
  return (
    <header className={styles.bar}>
      <Link
        className="btn ghost icon"
        to="/canvas/$dealId/documents"
        params={{ dealId }}
        aria-label={messages.back()}
        title={messages.back()}
      >
        <Icon name="file" size={14} />
      </Link>
      <h1 className={styles.name} title={document.file_name}>
        {document.file_name}
      </h1>
      <Button look="ghost" aria-label={messages.previousPage()} idle={page <= 1} onClick={() => onPage(page - 1)}>
        <span className={styles.up}>
          <Icon name="down" size={14} />
        </span>
      </Button>
      <Button look="ghost" aria-label={messages.nextPage()} idle={page >= count} onClick={() => onPage(page + 1)}>
        <Icon name="down" size={14} />
      </Button>
      <PageField key={page} page={page} count={count} onPage={onPage} />
      <span className="text-small text-fg-3">{messages.ofPages({ count })}</span>
      <span className={styles.wide}>
        <Button
          look="ghost"
          aria-label={messages.zoomOut()}
          idle={smaller === undefined}
          onClick={() => smaller !== undefined && onZoom(smaller)}
        >
          −
        </Button>
        <span className="text-small" aria-live="polite">
          {messages.zoom({ share: zoom })}
        </span>
        <Button
          look="ghost"
          aria-label={messages.zoomIn()}
          idle={larger === undefined}
          onClick={() => larger !== undefined && onZoom(larger)}
        >
          <Icon name="plus" size={14} />
        </Button>
        <Button look="ghost" busy={download.isPending} onClick={() => download.mutate()}>
          <Icon name="download" size={14} />
          {messages.download()}
        </Button>
      </span>
      {download.isError && <Note tone="red">{messages.downloadFailed({ reason: sentenceFor(download.error) })}</Note>}
    </header>
  )
}

/** Goes to a page on Enter. */
const PageField = ({ page, count, onPage }: Pick<ViewerBarProps, 'page' | 'count' | 'onPage'>) => {
  const [text, setText] = useState(String(page))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = Number(text)
        if (Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, count))
      }}
    >
      <input
        className={`input ${styles.page}`}
        inputMode="numeric"
        aria-label={messages.pageField()}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
