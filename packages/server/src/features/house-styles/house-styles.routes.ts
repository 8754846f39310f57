import { type HouseStyle, putHouseStyle, showHouseStyle } from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { houseStyleMessages as messages } from '../../messages/house-styles.ts'
import type { HouseStyles, PrintStyle } from './house-styles.service.ts'

export const houseStyleRoutes = ({ houseStyles }: { houseStyles: HouseStyles }): Route[] => [
  handle(showHouseStyle, ({ params }) => houseStyles.show(params.org_id).then(presentStyle)),
  handlePrepared(
    putHouseStyle,
    ({ body: { accent, paper, footer, logo } }) =>
      houseStyles.check({ accent, paper, footer, logo: typeof logo === 'string' ? readBase64(logo) : logo }),
    ({ actor, params, ifMatch }, checked) => houseStyles.put(actor, params.org_id, checked, ifMatch).then(presentStyle),
  ),
]

const readBase64 = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, 'base64')
  // Characters of no base64 are skipped by the decoder: the image would be another one than was sent.
  if (bytes.toString('base64') !== text) throw new InvalidInput({ at: ['body', 'logo'], reason: messages.notBase64() })
  return bytes
}

const presentStyle = ({ accent, paper, footer, logo, version }: PrintStyle & { version: number }): HouseStyle => ({
  accent,
  paper,
  footer,
  logo:
    logo === null
      ? null
      : `data:${isPng(logo) ? 'image/png' : 'image/jpeg'};base64,${Buffer.from(logo).toString('base64')}`,
  version,
})

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89
