interface SegmentsProps<Choice extends string> {
  /** Name of the group for screen readers. */
  label: string
  choices: readonly (readonly [choice: Choice, words: string])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A few options side by side, one of which is selected. */
export const Segments = <Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) => (
  <fieldset className="segments" aria-label={label}>
    {choices.map(([choice, words]) => (
      <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
        {words}
      </button>
    ))}
  </fieldset>
)
