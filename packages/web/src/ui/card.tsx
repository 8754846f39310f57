import { type ReactNode, type Ref, useId } from 'react'

interface CardProps {
  title: string
  /** At the end of the header. */
  act?: ReactNode
  children: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

export const Card = ({ title, act, children, headingRef }: CardProps) => {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id} ref={headingRef} tabIndex={-1} className="flex-1">
          {title}
        </h2>
        {act}
      </header>
      {children}
    </section>
  )
}
