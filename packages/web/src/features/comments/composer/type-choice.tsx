import { useId } from 'react'
import { commentMessages } from '../../../messages/comments.ts'
import { typeLabels, typeMeanings } from '../comment-labels.ts'
import { TypeChip } from '../thread/type-chip.tsx'
import styles from './type-choice.module.css'

interface TypeChoiceProps<Kind extends keyof typeof typeMeanings> {
  kinds: readonly Kind[]
  chosen: Kind
  onChoose: (kind: Kind) => void
}

/** The types of comment that an author can choose from. */
export const TypeChoice = <Kind extends keyof typeof typeMeanings>({
  kinds,
  chosen,
  onChoose,
}: TypeChoiceProps<Kind>) => {
  const name = useId()
  return (
    <fieldset className={styles.typeChoice} aria-label={commentMessages.composerKind()}>
      {kinds.map((kind) => (
        <label key={kind} title={typeMeanings[kind]}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            aria-label={commentMessages.composerKindOption({ kind: typeLabels[kind], meaning: typeMeanings[kind] })}
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          <TypeChip type={kind} />
        </label>
      ))}
    </fieldset>
  )
}
