import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  look?: 'plain' | 'primary' | 'danger' | 'ghost'
  large?: boolean
  /** Work is under way: a spinner in place of the words, further clicks do nothing. */
  busy?: boolean
  /** Nothing to do now. It stays focusable, so that a keyboard user does not lose their place. */
  idle?: boolean
}

export const Button = ({
  look = 'plain',
  large,
  busy = false,
  idle = false,
  onClick,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`btn ${look} ${large ? 'large' : ''}`}
    aria-busy={busy || undefined}
    aria-disabled={busy || idle || undefined}
    onClick={(event) => (busy || idle ? event.preventDefault() : onClick?.(event))}
  >
    <span>{children}</span>
  </button>
)
