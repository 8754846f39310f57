import { Icon } from '../../ui/icon.tsx'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (typed: string) => void
}

export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
  <div className="admin-search">
    <Icon name="search" size={14} />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
