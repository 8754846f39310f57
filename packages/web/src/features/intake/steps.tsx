import { intakeMessages } from '../../messages/intake.ts'
import styles from './steps.module.css'

const steps = [
  ['files', intakeMessages.stepFiles()],
  ['name', intakeMessages.stepName()],
  ['numbers', intakeMessages.stepNumbers()],
  ['build', intakeMessages.stepBuild()],
] as const

export type Step = (typeof steps)[number][0]

/** The progress of the intake: completed steps and the current one are highlighted. */
export const Steps = ({ at }: { at: Step }) => {
  const here = steps.findIndex(([step]) => step === at)
  return (
    <ol className={styles.steps} aria-label={intakeMessages.steps()}>
      {steps.map(([step, label], place) => (
        <li key={step} data-on={place <= here || undefined} aria-current={place === here ? 'step' : undefined}>
          <span className={styles.n} aria-hidden="true">
            {place + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
