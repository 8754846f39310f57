import { InvalidInput } from '../../../invalid-input.ts'
import { commentMessages } from '../../../messages/comments.ts'

/** Everything that is shown as one picture, including flags, keycaps, skin tones and joined sequences. */
const emoji = '\\p{RGI_Emoji}'
// Built at run time, because the compiler supports the v flag only for later targets.
const oneEmoji = new RegExp(`^${emoji}$`, 'v')

export const isEmoji = (text: string): boolean => oneEmoji.test(text)

export const readEmoji = (given: string): string => {
  if (isEmoji(given)) return given
  throw new InvalidInput({ at: ['path', 'emoji'], reason: commentMessages.notOneEmoji(), input: given })
}
