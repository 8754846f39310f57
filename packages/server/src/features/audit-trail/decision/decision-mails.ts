import { onOneLine } from '../../../platform/mail/on-one-line.ts'
import type { PersonalMails } from '../../../platform/mail/personal-mails.ts'
import type { SignedHead } from '../verification/signed-head.ts'

interface Deps {
  mails: Pick<PersonalMails, 'send'>
  publicUrl: URL
}

interface Decided {
  to: readonly string[]
  senderId: string
  deal: { id: string; name: string }
  decision: string
  head: SignedHead
}

export type DecisionMails = ReturnType<typeof createDecisionMails>

/** Tells the owners of a deal of its decision, with the signed end of the audit trail: a copy that no database holds. */
export const createDecisionMails =
  ({ mails, publicUrl }: Deps) =>
  ({ to, senderId, deal, decision, head }: Decided): void => {
    const name = onOneLine(deal.name)
    const link = new URL(`/app/canvas/${encodeURIComponent(deal.id)}/record`, publicUrl).href
    const lines = [
      `The deal ${name} was decided: ${decision}.`,
      `At that moment its audit trail had ${head.seq} events. Keep this mail: if events are removed later, verifying the audit trail with this number and hash finds out.`,
      `Event ${head.seq}, ${head.at.toISOString()}`,
      `Hash ${head.hash}`,
      `Signature ${head.signature}`,
      { words: 'Open the audit trail', link },
    ]
    // Deciding and reopening over and over must not flood the mailboxes of the other owners.
    for (const address of to)
      mails.send({ senderId, dealId: deal.id, to: address, subject: `${name}: ${decision}`, lines, link })
  }
