import { fieldsOf } from '../../../../ui/fields-of.ts'
import { stored } from '../../../../ui/stored.ts'

/** An uploaded picture whose comment is not posted yet. */
export interface KeptPicture {
  readonly id: string
  readonly name: string
}

const placeOf = (dealId: string): string => `draft.${dealId}.comment.pictures`

const isPicture = (value: unknown): value is KeptPicture =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string'

/** The pictures of an unsent comment, from before the page was left. */
export const keptPictures = (dealId: string): KeptPicture[] => {
  const { pictures } = fieldsOf(stored.read(placeOf(dealId)))
  return Array.isArray(pictures) ? pictures.filter(isPicture) : []
}

export const keepPictures = (dealId: string, all: readonly KeptPicture[]): void => {
  const pictures = all.map(({ id, name }) => ({ id, name }))
  stored.write(placeOf(dealId), pictures.length === 0 ? undefined : JSON.stringify({ pictures }))
}
