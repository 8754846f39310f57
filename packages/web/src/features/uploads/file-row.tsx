import type { ReactNode } from 'react'
import { formatBytes } from '../../ui/format-bytes.ts'

interface FileRowProps {
  name: string
  size: number
  /** By which it is known in the little square; empty: what its name ends with. */
  kind?: string
  /** What was found in it, or why not. */
  words?: ReactNode
  tone?: 'red' | 'plain'
  bar?: ReactNode
  stand: ReactNode
  acts?: ReactNode
}

const looks: Readonly<Record<string, string>> = {
  xlsx: 'green',
  xlsm: 'green',
  csv: 'green',
  pdf: 'red',
  docx: 'blue',
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'file'

/** One file, whether on its way or in. */
export const FileRow = ({ name, size, kind, words, tone = 'plain', bar, stand, acts }: FileRowProps) => {
  const shown = kind ?? endingOf(name)
  return (
    <li className="file-row">
      <span className={`ext ${kind === undefined ? '' : (looks[kind] ?? '')}`} aria-hidden="true">
        {shown.toUpperCase()}
      </span>
      <div className="what">
        <b>{name}</b> <span className="size">{formatBytes(size)}</span>
        {words && <p className={tone}>{words}</p>}
        {bar}
      </div>
      <div className="stand">{stand}</div>
      <div className="acts">{acts}</div>
    </li>
  )
}
