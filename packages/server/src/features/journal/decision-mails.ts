import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import type { SignedHead } from './signed-head.ts'

interface Deps {
  mail: Mail
  publicUrl: URL
  onTrouble: (error: unknown) => void
}

interface Decided {
  to: readonly string[]
  deal: { id: string; name: string }
  decision: string
  head: SignedHead
}

export type DecisionMails = ReturnType<typeof createDecisionMails>

/** Tells the owners of a deal of its decision, with the signed end of the audit trail: a copy that no database holds. */
export const createDecisionMails = ({ mail, publicUrl, onTrouble }: Deps) => {
  const letter = createLetters({ mail, onTrouble })
  return ({ to, deal, decision, head }: Decided): void => {
    const name = onOneLine(deal.name)
    const path = `/app/canvas/${encodeURIComponent(deal.id)}/record`
    for (const address of to) {
      letter(
        address,
        `${name}: ${decision}`,
        `The deal ${name} was decided: ${decision}.`,
        `At that moment its audit trail had ${head.seq} events. Keep this mail: if events are removed later, verifying the audit trail with this number and hash finds out.`,
        `Event ${head.seq}, ${head.at.toISOString()}`,
        `Hash ${head.hash}`,
        `Signature ${head.signature}`,
        { words: 'Open the audit trail', link: new URL(path, publicUrl).href },
      )
    }
  }
}
