import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { uiMessages } from '../messages/ui.ts'
import styles from './drop-zone.module.css'
import { Icon } from './icon.tsx'

interface DropZoneProps {
  title: string
  hint: string
  look: 'line' | 'tall'
  /** A comma-separated list for the file chooser; the receiver validates dropped files. */
  accept: string
  onFiles: (files: readonly File[]) => void
  /** Next to the button. */
  children?: ReactNode
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Accepts files dropped on it or chosen with its button. */
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
      className={styles.dropZone}
      data-look={look}
      data-over={isOver || undefined}
      onDragEnter={(event) => hasFiles(event) && setOver(true)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        // Moving to an element inside the zone is not leaving it.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      <Icon name="upload" />
      <div className={styles.words}>
        <b>{isOver ? uiMessages.dropToAdd() : title}</b>
        <p>{hint}</p>
      </div>
      <div className={styles.choices}>
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
          // Lets the user choose the same file again after fixing it.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
