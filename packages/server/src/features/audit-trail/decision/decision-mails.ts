import { decisionMailMessages as messages } from '../../../messages/mails.ts'
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

/** Mails a decision to the owners of a deal with the signed head of the audit trail: a copy outside the database. */
export const createDecisionMails =
  ({ mails, publicUrl }: Deps) =>
  ({ to, senderId, deal, decision, head }: Decided): void => {
    const name = onOneLine(deal.name)
    const link = new URL(`/app/canvas/${encodeURIComponent(deal.id)}/record`, publicUrl).href
    const lines = [
      messages.text({ deal: name, decision }),
      messages.keep({ events: head.seq }),
      messages.event({ seq: head.seq, time: head.at.toISOString() }),
      messages.hash({ hash: head.hash }),
      messages.signature({ signature: head.signature }),
      { words: messages.open(), link },
    ]
    // Sent through the limited mailer: repeated finalizing and reopening must not flood the other owners' mailboxes.
    const subject = messages.subject({ deal: name, decision })
    for (const address of to) mails.send({ senderId, dealId: deal.id, to: address, subject, lines, link })
  }
