import { type CSSProperties, useState } from 'react'
import { hue, initials } from './initials.ts'

interface AvatarProps {
  id: string
  name: string
  picture?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** Always beside or inside something that says the name, so it says nothing itself. */
export const Avatar = ({ id, name, picture, size = 'small' }: AvatarProps) => {
  const [broken, setBroken] = useState<string>()
  const color: CSSProperties & { '--h': number } = { '--h': hue(id) }
  const shown = picture && picture !== broken
  return (
    // Initials are drawn, not written: as text they would be part of the name of the button around them.
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
