import { type RefObject, useEffect } from 'react'

/**
 * Whenever the errors of a form change, moves the focus to the first invalid field, or to the error message when no
 * field is invalid.
 */
export const useFocusOnWrong = (form: RefObject<HTMLElement | null>, wrong: unknown): void =>
  useEffect(() => {
    if (wrong === undefined) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const place = find('[aria-invalid="true"]') ?? find('[role="alert"]')
    place?.focus()
  }, [form, wrong])
