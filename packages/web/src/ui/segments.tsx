interface SegmentsProps<Choice extends string> {
  /** Name of the group for screen readers. */
  label: string
  /** The count after the words is for the eye only: the list itself says how many there are. */
  choices: readonly (readonly [choice: Choice, words: string, count?: string | undefined])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A few options side by side, one of which is selected. */
export const Segments = <Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) => (
  <fieldset className="segments" aria-label={label}>
    {choices.map(([choice, words, count]) => (
      <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
        {words}
        {count !== undefined && <span aria-hidden="true"> {count}</span>}
      </button>
    ))}
  </fieldset>
)
