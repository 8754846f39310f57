interface SegmentsProps<Choice extends string> {
  /** What is chosen; for those who hear the page. */
  label: string
  choices: readonly (readonly [choice: Choice, words: string])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A few choices side by side, of which one holds. */
export const Segments = <Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) => (
  <fieldset className="segments" aria-label={label}>
    {choices.map(([choice, words]) => (
      <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
        {words}
      </button>
    ))}
  </fieldset>
)
