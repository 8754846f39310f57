import type { Uncertainty } from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { formatTime } from '../../../../ui/format-time.ts'
import { SelectField } from '../../../../ui/select-field.tsx'
import { useNow } from '../../../../ui/use-now.ts'

interface VersionChoiceProps {
  versions: Uncertainty['versions']
  current: number
  /** Undefined: the current settings. */
  chosen: number | undefined
  onChoose: (version: number | undefined) => void
}

/** Chooses an earlier version of the settings to look at. After a reset there is nothing to look at. */
export const VersionChoice = ({ versions, current, chosen, onChoose }: VersionChoiceProps) => {
  const now = useNow()
  return (
    <SelectField
      label={messages.version()}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">{messages.currentVersion()}</option>
      {versions.map(({ version, saved_by: by, saved_at: at, is_reset: isReset }) => {
        const saved = { version, person: by ?? messages.someone(), time: formatTime(at, now) }
        return (
          <option key={version} value={version} disabled={isReset || version === current}>
            {isReset ? messages.resetBy(saved) : messages.versionBy(saved)}
          </option>
        )
      })}
    </SelectField>
  )
}
