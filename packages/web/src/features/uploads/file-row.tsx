import type { ReactNode } from 'react'
import { formatBytes } from '../../ui/format-bytes.ts'
import styles from './file-row.module.css'

interface FileRowProps {
  name: string
  size: number
  /** Shown in the file icon; absent: the file extension. */
  kind?: string
  /** What was found in the file, or why nothing was. */
  words?: ReactNode
  tone?: 'red' | 'plain'
  bar?: ReactNode
  stand: ReactNode
  acts?: ReactNode
}

const looks: Readonly<Record<string, string>> = {
  xlsx: 'green',
  xlsm: 'green',
  xlsb: 'green',
  xls: 'green',
  ods: 'green',
  fods: 'green',
  csv: 'green',
  tsv: 'green',
  pdf: 'red',
  docx: 'blue',
  rtf: 'blue',
  pptx: 'red',
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'file'

/** A single file, uploading or stored. */
export const FileRow = ({ name, size, kind, words, tone = 'plain', bar, stand, acts }: FileRowProps) => {
  // The word for an unreadable kind does not fit into the icon.
  const shown = kind === undefined || kind === 'unknown' ? endingOf(name) : kind
  return (
    <li className={styles.fileRow}>
      <span className={`${styles.ext} ${kind === undefined ? '' : (looks[kind] ?? '')}`} aria-hidden="true">
        {shown.toUpperCase()}
      </span>
      <div className={styles.what}>
        <b>{name}</b> <span className={styles.size}>{formatBytes(size)}</span>
        {words && <p className={tone}>{words}</p>}
        {bar}
      </div>
      <div className={styles.stand}>{stand}</div>
      <div className={styles.acts}>{acts}</div>
    </li>
  )
}
