import { formatDate } from '@deal-canvas/contract'
import { useId } from 'react'
import { guestMessages } from '../../../messages/guests.ts'
import { useMe } from '../../../session/me.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from './watermark.module.css'

const [width, height] = [420, 190]

/**
 * Who reads the deal, repeated over every page of it, also in print. It is faint, lets every click through, and is
 * hidden from screen readers.
 */
export const Watermark = () => {
  const me = useMe()
  const date = formatDate(useNow())
  const id = useId()
  const words =
    me.email === null
      ? guestMessages.watermarkWithoutEmail({ name: me.display_name, date })
      : guestMessages.watermark({ name: me.display_name, email: me.email, date })
  return (
    <svg className={styles.watermark} aria-hidden="true" focusable="false" data-watermark="">
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
          <text x="0" y="40">
            {words}
          </text>
          <text x={-width / 2} y={40 + height / 2}>
            {words}
          </text>
          <text x={width / 2} y={40 + height / 2}>
            {words}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
