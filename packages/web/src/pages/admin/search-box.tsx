import { maxSearchLength } from '@deal-canvas/contract'
import { Icon } from '../../ui/icon.tsx'
import styles from './search-box.module.css'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (typed: string) => void
}

export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
  <div className={styles.search}>
    <Icon name="search" size={14} />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxSearchLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
