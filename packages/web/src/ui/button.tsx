import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  look?: 'plain' | 'primary' | 'danger' | 'ghost'
  large?: boolean
  /** Work is in progress: a spinner replaces the label, further clicks do nothing. */
  busy?: boolean
  /** Nothing to do now. The button stays focusable, so that keyboard users do not lose their position. */
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
