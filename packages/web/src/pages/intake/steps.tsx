const steps = [
  ['files', 'Files'],
  ['name', 'Name'],
  ['numbers', 'Check numbers'],
  ['build', 'Build'],
] as const

export type Step = (typeof steps)[number][0]

/** How far the intake is: what is behind and what is at hand is lit. */
export const Steps = ({ at }: { at: Step }) => {
  const here = steps.findIndex(([step]) => step === at)
  return (
    <ol className="intake-steps" aria-label="Steps">
      {steps.map(([step, words], place) => (
        <li key={step} data-on={place <= here || undefined} aria-current={place === here ? 'step' : undefined}>
          <span className="n" aria-hidden="true">
            {place + 1}
          </span>
          {words}
        </li>
      ))}
    </ol>
  )
}
