import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import styles from './picker.module.css'

export interface PickerProps extends Pick<ComponentProps<'select'>, 'id' | 'aria-label'> {
  choices: readonly (readonly [choice: string, words: string])[]
  chosen: string
  onChoose: (choice: string) => void
}

/** The browser's native select, as wide as what is chosen. */
export const Picker = ({ choices, chosen, onChoose, ...select }: PickerProps) => (
  <div className={`select ${styles.picker}`}>
    <select
      {...select}
      className="input"
      // A long name is cut off where there is little room.
      title={choices.find(([choice]) => choice === chosen)?.[1]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </select>
    <Icon name="down" size={14} />
  </div>
)
