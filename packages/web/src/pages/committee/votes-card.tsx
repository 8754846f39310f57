import {
  type Committee,
  type CommitteeMember,
  canManageDeal,
  putCommitteeMember,
  removeCommitteeMember,
  type VoteChoice,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import styles from './committee-page.module.css'

const looks: Record<VoteChoice, string> = {
  approve: 'green',
  approve_with_conditions: 'green',
  decline: 'red',
  abstain: 'line',
}

/** The committee with the newest vote of each member. */
export const VotesCard = ({ committee }: { committee: Committee }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const [adding, setAdding] = useState(false)
  const canChange = canManageDeal(deal.role) && deal.status === 'open'
  const remove = useMutation({
    mutationFn: (userId: string) =>
      session.client.call(removeCommitteeMember, { params: { deal_id: dealId, user_id: userId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  const { members, tally, now } = committee
  return (
    <Card
      title={messages.votes()}
      act={
        <>
          <span className="text-small text-fg-3">{formatStanding(committee)}</span>
          {canChange && (
            <Button look="ghost" onClick={() => setAdding(true)}>
              <Icon name="plus" size={14} />
              {messages.addMember()}
            </Button>
          )}
        </>
      }
    >
      {members.length === 0 ? (
        <p className={styles.nothing}>
          {committee.rule === 'owner' ? messages.noCommittee() : messages.noCommitteeVotes()}
        </p>
      ) : (
        <table className={styles.votes}>
          <thead>
            <tr>
              <th scope="col">{messages.member()}</th>
              <th scope="col">{messages.vote()}</th>
              <th scope="col">{messages.reasonColumn()}</th>
              <th scope="col">{messages.version()}</th>
              <th scope="col">{messages.when()}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                onRemove={canChange && member.counts ? () => remove.mutate(member.user_id) : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
      {members.length > 0 && (
        <p className={styles.nothing}>
          {messages.votesCast({
            cast: tally.cast,
            count: tally.cast + tally.missing,
            version: now.memo_version,
          })}
        </p>
      )}
      {remove.isError && <Note tone="red">{sentenceFor(remove.error)}</Note>}
      {adding && <AddMemberDialog committee={committee} onClose={() => setAdding(false)} />}
    </Card>
  )
}

/** "The majority decides, quorum 3. Not decided". */
const formatStanding = ({ rule, quorum, tally, votes_hidden: isHidden }: Committee): string => {
  const rules = [messages.rule({ rule }), ...(quorum > 0 ? [messages.quorum({ count: quorum })] : [])].join(', ')
  if (isHidden) return `${rules}. ${messages.outcomeHidden()}`
  const outcome = messages.outcome({ outcome: tally.outcome ?? '' })
  return outcome === '' ? rules : `${rules}. ${outcome}`
}

interface MemberRowProps {
  member: CommitteeMember
  onRemove: (() => void) | undefined
}

const MemberRow = ({ member, onRemove }: MemberRowProps) => {
  const { vote, counts, display_name: name } = member
  const isOutdated = vote !== null && !vote.is_current
  return (
    <tr data-outdated={isOutdated || undefined}>
      <td>
        <span className={styles.person}>
          <Avatar id={member.user_id} name={name} picture={member.avatar_url} size="medium" />
          <span>
            {name} <UnverifiedMark verified={member.email_verified} />
            {!counts && <small>{messages.left()}</small>}
          </span>
          {onRemove !== undefined && (
            <button
              type="button"
              className="btn ghost icon"
              aria-label={messages.removeMember({ name })}
              title={messages.removeMember({ name })}
              onClick={onRemove}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      </td>
      <td>
        <VoteChip vote={vote} />
        {isOutdated && <span className="chip amber">{messages.outdated()}</span>}
        <span className={styles.onPhone}>{vote?.note}</span>
      </td>
      <td className={styles.note}>
        {vote?.note}
        {isOutdated && <small>{messages.votedOn({ version: vote.voted_on.memo_version })}</small>}
      </td>
      <td>{vote?.voted_on.memo_version}</td>
      <td>{vote !== null && <RelativeTime at={vote.cast_at} />}</td>
    </tr>
  )
}

const VoteChip = ({ vote }: Pick<CommitteeMember, 'vote'>) => {
  if (vote === null) return <span className="chip line">{messages.notVoted()}</span>
  if (vote.choice === null) return <span className="chip line">{messages.hiddenVote()}</span>
  return (
    <span className={`chip ${vote.is_current ? looks[vote.choice] : 'line'}`}>
      {messages.choice({ choice: vote.choice })}
    </span>
  )
}

const AddMemberDialog = ({ committee, onClose }: { committee: Committee; onClose: () => void }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { participants } = useCanvas()
  const [userId, setUserId] = useState('')
  const [tried, setTried] = useState(false)
  const add = useMutation({
    mutationFn: () => session.client.call(putCommitteeMember, { params: { deal_id: dealId, user_id: userId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  const present = new Set(committee.members.filter(({ counts }) => counts).map(({ user_id: id }) => id))
  const missing = tried && userId === ''
  return (
    <FormDialog
      title={messages.addMemberTitle()}
      act={messages.add()}
      busy={add.isPending}
      wrong={add.isError ? sentenceFor(add.error) : undefined}
      refusal={missing ? tried : add.error}
      onSubmit={() => {
        setTried(true)
        if (userId !== '') add.mutate()
      }}
      onClose={onClose}
    >
      <SelectField
        label={messages.person()}
        value={userId}
        error={missing ? messages.personMissing() : undefined}
        onChange={({ target }) => setUserId(target.value)}
      >
        <option value="" />
        {participants
          .filter(({ user_id: id }) => !present.has(id))
          .map((person) => (
            <option key={person.user_id} value={person.user_id}>
              {person.display_name}
            </option>
          ))}
      </SelectField>
    </FormDialog>
  )
}
