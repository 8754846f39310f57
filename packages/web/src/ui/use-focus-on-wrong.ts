import { type RefObject, useEffect } from 'react'

/**
 * Whenever what is wrong with a form changes, focus goes to what has to be put right: the first wrong field, or the
 * sentence when no field is to blame.
 */
export const useFocusOnWrong = (form: RefObject<HTMLElement | null>, wrong: unknown): void =>
  useEffect(() => {
    if (wrong === undefined) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const place = find('[aria-invalid="true"]') ?? find('[role="alert"]')
    place?.focus()
  }, [form, wrong])
