import { InvalidInput } from '../../../invalid-input.ts'

/** All that is shown as one picture: flags, keycaps, skin tones and joined people too. */
const emoji = '\\p{RGI_Emoji}'
// Put together, because the compiler knows the v flag only for later targets.
const oneEmoji = new RegExp(`^${emoji}$`, 'v')

export const isEmoji = (text: string): boolean => oneEmoji.test(text)

export const readEmoji = (given: string): string => {
  if (isEmoji(given)) return given
  throw new InvalidInput({ at: ['path', 'emoji'], reason: 'A reaction is exactly one emoji', input: given })
}
