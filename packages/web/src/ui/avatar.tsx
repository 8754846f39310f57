import { type CSSProperties, useState } from 'react'
import { hue, initials } from './initials.ts'

interface AvatarProps {
  id: string
  name: string
  picture?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** Hidden from screen readers: always next to or inside an element that contains the name. */
export const Avatar = ({ id, name, picture, size = 'small' }: AvatarProps) => {
  const [broken, setBroken] = useState<string>()
  const color: CSSProperties & { '--h': number } = { '--h': hue(id) }
  const shown = picture && picture !== broken
  return (
    // Initials are drawn by CSS: as text they would become part of the accessible name of the surrounding button.
    <span
      className={`avatar ${size}`}
      style={color}
      aria-hidden="true"
      data-initials={shown ? undefined : initials(name)}
    >
      {shown && <img src={picture} alt="" referrerPolicy="no-referrer" onError={() => setBroken(picture)} />}
    </span>
  )
}
