import { ApiError } from '@deal-canvas/client'
import {
  baseScenarioId,
  canEditDeal,
  maxScenarioNameLength,
  maxScenarioNoteLength,
  type Scenario,
  type ScenarioColor,
  scenarioColors,
} from '@deal-canvas/contract'
import { type ReactNode, useId, useState } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { aboutField } from '../../../../session/about-field.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Field } from '../../../../ui/field.tsx'
import { FieldFrame } from '../../../../ui/field-frame.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { ScenarioDot } from '../scenario-dot.tsx'
import { scenarioSentence } from '../scenario-sentence.ts'
import styles from './scenario-dialog.module.css'

export type Visibility = 'shared' | 'private'

export interface ScenarioDetails {
  name: string
  note: string
  color: ScenarioColor | undefined
  visibility: Visibility
}

interface ScenarioDialogProps {
  title: string
  act: string
  initial: ScenarioDetails
  /** False: the visibility stays as it is. */
  canChooseVisibility: boolean
  busy: boolean
  error: Error | null
  onSubmit: (details: ScenarioDetails) => void
  onClose: () => void
  children?: ReactNode
}

/** What a new scenario is unless its author chooses otherwise. */
export const useUsualVisibility = (): Visibility => (canEditDeal(useCanvas().deal) ? 'shared' : 'private')

/** What the user sends; an empty note removes the former one. */
export const bodyOf = ({ name, note, color }: ScenarioDetails) => ({
  name: name.trim(),
  note: note.trim() === '' ? null : note.trim(),
  ...(color === undefined ? {} : { color }),
})

export const detailsOf = ({ name, note, color, kind }: Scenario): ScenarioDetails => ({
  name,
  note: note ?? '',
  color,
  visibility: kind === 'private' ? 'private' : 'shared',
})

/** Base has no inputs of its own: a scenario that is based on it is based on none. */
export const basedOnOf = (id: string): string | null => (id === baseScenarioId ? null : id)

/** Name, note, color and visibility of a scenario. */
export const ScenarioDialog = (props: ScenarioDialogProps) => {
  const { title, act, initial, canChooseVisibility, busy, error, onSubmit, onClose, children } = props
  const [details, setDetails] = useState(initial)
  const [missing, setMissing] = useState<object>()
  const set = (changed: Partial<ScenarioDetails>): void => setDetails({ ...details, ...changed })
  const isTaken = error instanceof ApiError && error.code === 'scenario_name_taken'
  const nameError =
    missing !== undefined && details.name.trim() === ''
      ? messages.nameMissing()
      : isTaken
        ? sentenceFor(error)
        : aboutField(error, 'name')
  return (
    <FormDialog
      title={title}
      act={act}
      busy={busy}
      wrong={nameError === undefined ? scenarioSentence(error) : undefined}
      refusal={missing ?? error}
      onSubmit={() => {
        if (details.name.trim() === '') setMissing({})
        else {
          setMissing(undefined)
          onSubmit(details)
        }
      }}
      onClose={onClose}
    >
      <Field
        label={messages.name()}
        maxLength={maxScenarioNameLength}
        autoFocus
        value={details.name}
        onChange={({ target }) => set({ name: target.value })}
        error={nameError}
      />
      <FieldFrame label={messages.note()}>
        {(control) => (
          <textarea
            {...control}
            className="input area"
            maxLength={maxScenarioNoteLength}
            value={details.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </FieldFrame>
      {children}
      <ColorChoice chosen={details.color} onChoose={(color) => set({ color })} />
      {canChooseVisibility ? (
        <div className="field">
          <span className="label" aria-hidden="true">
            {messages.visibility()}
          </span>
          <div>
            <Segments
              label={messages.visibility()}
              choices={[
                ['shared', messages.shared()],
                ['private', messages.onlyMe()],
              ]}
              chosen={details.visibility}
              onChoose={(visibility) => set({ visibility })}
            />
          </div>
          <p className="hint">{details.visibility === 'private' ? messages.privateHint() : messages.shareHint()}</p>
        </div>
      ) : (
        details.visibility === 'private' && <p className="text-small text-fg-3">{messages.privateHint()}</p>
      )}
    </FormDialog>
  )
}

interface ColorChoiceProps {
  /** Undefined: the service chooses. */
  chosen: ScenarioColor | undefined
  onChoose: (color: ScenarioColor) => void
}

const ColorChoice = ({ chosen, onChoose }: ColorChoiceProps) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="label">{messages.color()}</legend>
      <div className={styles.colors}>
        {scenarioColors.map((color) => (
          <label key={color} className="choice">
            <input type="radio" name={name} checked={color === chosen} onChange={() => onChoose(color)} />
            <ScenarioDot color={color} />
            {messages.colorName({ color })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
