import { intakeMessages } from '../../messages/intake.ts'

const steps = [
  ['files', intakeMessages.stepFiles()],
  ['name', intakeMessages.stepName()],
  ['numbers', intakeMessages.stepNumbers()],
  ['build', intakeMessages.stepBuild()],
] as const

export type Step = (typeof steps)[number][0]

/** How far the intake is: what is behind and what is at hand is lit. */
export const Steps = ({ at }: { at: Step }) => {
  const here = steps.findIndex(([step]) => step === at)
  return (
    <ol className="intake-steps" aria-label={intakeMessages.steps()}>
      {steps.map(([step, label], place) => (
        <li key={step} data-on={place <= here || undefined} aria-current={place === here ? 'step' : undefined}>
          <span className="n" aria-hidden="true">
            {place + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
