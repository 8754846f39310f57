import type { ComparedSection } from '@deal-canvas/contract'
import type { Block } from '@deal-canvas/memo'
import { Fragment } from 'react'
import { versionsMessages as messages } from '../../messages/versions.ts'
import type { Comparison } from './comparison.ts'
import { marksOf } from './marks-of.ts'
import { type Piece, piecesOf } from './pieces-of.ts'
import styles from './redline.module.css'

type Change = ComparedSection['parts'][number]['change']
type Numbers = Comparison['numbers']

/** The version that a text shows alone; absent: both in one text. */
export type Side = 'from' | 'to'

interface RedlineTextProps {
  parts: ComparedSection['parts']
  numbers: Numbers
  side?: Side
}

const hiddenOn = { from: 'added', to: 'removed' } as const

/** The text of a section in two versions: removed and added words, and numbers that moved. */
export const RedlineText = ({ parts, numbers, side }: RedlineTextProps) => (
  <div className={styles.text}>
    {parts
      .filter(({ change }) => side === undefined || change !== hiddenOn[side])
      .map((part, place) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two versions never change.
          key={place}
          change={part.change}
          pieces={piecesOf(part.text)}
          numbers={numbers}
          side={side}
          isFirst={place === 0}
        />
      ))}
  </div>
)

interface PartProps {
  change: Change
  pieces: readonly Piece[]
  numbers: Numbers
  side: Side | undefined
  /** Whether the text of the section starts with it. */
  isFirst: boolean
}

const Part = ({ change, pieces, numbers, side, isFirst }: PartProps) => {
  const shown = pieces.map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={place}>
      <ShownPiece piece={piece} change={change} numbers={numbers} side={side} startsLine={isFirst && place === 0} />
    </Fragment>
  ))
  if (change === 'same') return shown
  const Element = change === 'removed' ? 'del' : 'ins'
  return (
    <Element>
      {/* Screen readers do not announce the elements by themselves. */}
      <span className="sr-only">{change === 'removed' ? messages.removed() : messages.added()}</span>
      {shown}
      <span className="sr-only">{messages.endOfChange()}</span>
    </Element>
  )
}

interface ShownPieceProps extends Omit<PartProps, 'pieces' | 'isFirst'> {
  piece: Piece
  startsLine: boolean
}

const ShownPiece = ({ piece, change, numbers, side, startsLine }: ShownPieceProps) => {
  switch (piece.kind) {
    case 'text':
      return marksOf(piece.text, startsLine).map(({ mark, text }, place) =>
        mark === 'none' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <strong key={place}>{text}</strong>
        ),
      )
    case 'block':
      return <span className={styles.block}>{nameOf(piece.block)}</span>
    case 'number': {
      const number = numbers.get(piece.metricKey)
      if (number === undefined) return messages.noValue()
      if (change === 'removed') return number.before
      if (change === 'added' || !number.moved) return number.after
      if (side !== undefined)
        return <span className={styles.moved}>{side === 'from' ? number.before : number.after}</span>
      return <MovedNumber {...number} />
    }
  }
}

export const MovedNumber = ({ before, after }: { before: string; after: string }) => (
  <span className={styles.moved}>
    {messages.moved.rich({
      before,
      after,
      del: (content) => <del>{content}</del>,
      ins: (content) => <ins>{content}</ins>,
    })}
  </span>
)

const nameOf = (block: Block | undefined): string => {
  const name = messages.block({ kind: block?.block ?? 'other' })
  const title = block !== undefined && 'title' in block ? block.title : undefined
  return title === undefined ? name : messages.blockTitled({ block: name, title })
}
