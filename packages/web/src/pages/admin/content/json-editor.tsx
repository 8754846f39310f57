import { maxSiteTextLength } from '@deal-canvas/contract'
import { type RefObject, useId } from 'react'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './json-editor.module.css'
import { firstBlank, formatted, jsonPieces, lineOf } from './json-pieces.ts'

interface JsonEditorProps {
  label: string
  text: string
  /** The service's validation error. */
  objection: string | undefined
  fieldRef?: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}

/** A text field over a syntax-highlighted copy of its text; an error is marked at its line. */
export const JsonEditor = ({ label, text, objection, fieldRef, onChange }: JsonEditorProps) => {
  const id = useId()
  const wrongLine = lineOf(objection)
  const blank = firstBlank(text)
  const inOrder = formatted(text)
  return (
    <div className={`${styles.jsonEditor} ${objection === undefined ? '' : styles.wrong}`}>
      <div className="area">
        <div>
          <pre aria-hidden="true">
            {text.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
              <span key={index} data-line={lineLook(index + 1, wrongLine, blank?.line)}>
                {jsonPieces(line).map((piece, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the line.
                  <span key={at} data-kind={piece.kind}>
                    {piece.text}
                  </span>
                ))}
              </span>
            ))}
          </pre>
          <textarea
            ref={fieldRef}
            name="schema_markup"
            aria-label={label}
            aria-invalid={objection !== undefined || undefined}
            aria-describedby={id}
            value={text}
            maxLength={maxSiteTextLength}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      <footer>
        <p id={id} className={objection === undefined ? undefined : 'error'} role="status">
          {objection !== undefined ? (
            <>
              <Icon name="alert" size={14} />
              {objection}
            </>
          ) : blank !== undefined ? (
            adminContentMessages.placeholderLeft({ line: blank.line, placeholder: blank.text })
          ) : text === '' ? (
            adminContentMessages.noStructuredData()
          ) : (
            adminContentMessages.validatedOnSave()
          )}
        </p>
        <Button
          look="ghost"
          idle={inOrder === undefined || inOrder === text}
          onClick={() => inOrder !== undefined && onChange(inOrder)}
        >
          {adminContentMessages.format()}
        </Button>
      </footer>
    </div>
  )
}

const lineLook = (line: number, wrong: number | undefined, blank: number | undefined): string | undefined =>
  line === wrong ? 'bad' : line === blank ? 'open' : undefined
