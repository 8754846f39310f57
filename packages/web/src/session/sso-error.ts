import { errorCodes } from '@deal-canvas/contract'
import { ssoMessages } from '../messages/sso.ts'

const known = new Map<string, string>(
  Object.entries(errorCodes)
    .filter(([code]) => code.startsWith('sso_') || code === 'rate_limited')
    .map(([code, [, sentence]]) => [code, `${sentence.replace(/\.$/, '')}.`]),
)

/** The sentence for the code with which a single sign-on came back. The address bar is not trusted with words. */
export const ssoErrorSentence = (code: string): string => known.get(code) ?? ssoMessages.failed()
