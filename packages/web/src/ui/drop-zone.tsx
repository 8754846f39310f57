import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { uiMessages } from '../messages/ui.ts'
import { Icon } from './icon.tsx'

interface DropZoneProps {
  title: string
  hint: string
  look: 'line' | 'tall'
  /** A comma-separated list for the file chooser; what is dropped is judged by whoever takes it. */
  accept: string
  onFiles: (files: readonly File[]) => void
  /** Stands beside the button. */
  children?: ReactNode
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Takes files that are dropped on it, and those that are chosen by its button. */
export const DropZone = ({ title, hint, look, accept, onFiles, children }: DropZoneProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop; the button inside does the same by keyboard.
    <div
      className={`drop-zone ${look}`}
      data-over={isOver || undefined}
      onDragEnter={(event) => hasFiles(event) && setOver(true)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        // Leaving for something inside it is no leaving.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      <Icon name="upload" />
      <div className="words">
        <b>{isOver ? uiMessages.dropToAdd() : title}</b>
        <p>{hint}</p>
      </div>
      <div className="choices">
        <button
          type="button"
          className={`btn ${look === 'tall' ? 'primary' : ''}`}
          onClick={() => chooser.current?.click()}
        >
          {uiMessages.chooseFiles()}
        </button>
        {children}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again after it was refused and mended.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
