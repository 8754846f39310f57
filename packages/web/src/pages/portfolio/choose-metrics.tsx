import type { Portfolio } from '@deal-canvas/contract'
import { useState } from 'react'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import styles from './portfolio-page.module.css'

interface ChooseMetricsProps {
  chosen: readonly string[]
  offered: Portfolio['offered']
  max: number
  onChoose: (metrics: string[]) => void
  onClose: () => void
}

export const ChooseMetrics = ({ chosen: before, offered, max, onChoose, onClose }: ChooseMetricsProps) => {
  const [chosen, setChosen] = useState<readonly string[]>(before)
  return (
    <FormDialog
      title={messages.chooseMetrics()}
      act={messages.useMetrics({ count: chosen.length })}
      busy={false}
      idle={chosen.length === 0}
      refusal={undefined}
      onSubmit={() => onChoose([...chosen])}
      onClose={onClose}
    >
      <div className={styles.checks}>
        {offered.map(({ metric_key: key, label, deals }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              disabled={!chosen.includes(key) && chosen.length >= max}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
              }
            />
            {messages.inDeals({ label, count: deals })}
          </label>
        ))}
      </div>
      <p role="status" className="text-small text-fg-3">
        {messages.chosen({ count: chosen.length, limit: max })}
      </p>
    </FormDialog>
  )
}
