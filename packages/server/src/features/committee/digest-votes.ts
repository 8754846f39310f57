import { digestJson, digestText } from '../audit-trail/index.ts'
import type { VoteRow } from './committee.store.ts'
import { presentState } from './voted-state.ts'

type Digested = Omit<VoteRow, 'castAt' | 'revealedAt'>

/**
 * Of the vote without its note, which can be verified once its salt is published. Who voted is signed as the actor of
 * its event: an import of the deal gives them another id.
 */
export const digestVote = ({ id, choice, salt, ...state }: Omit<Digested, 'note' | 'noteSalt'>): string =>
  digestText(salt, JSON.stringify([id, choice, ...Object.values(presentState(state))]))

export const digestNote = ({ note, noteSalt }: Pick<Digested, 'note' | 'noteSalt'>): string | null =>
  note === null ? null : digestText(noteSalt, note)

/** Of the newest vote of each person; null: nobody has voted. */
export const digestVotes = (votes: readonly Digested[]): string | null =>
  votes.length === 0
    ? null
    : digestJson(
        votes
          .map((vote): [string, string, string | null] => [vote.id, digestVote(vote), digestNote(vote)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
