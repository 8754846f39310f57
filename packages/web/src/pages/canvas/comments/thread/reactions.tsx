import { type Comment, react, unreact } from '@deal-canvas/contract'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useMe } from '../../../../session/me.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { formatNames } from './format-comment.ts'
import styles from './reactions.module.css'
import { useThreadChange } from './use-thread-change.ts'

/** The reactions offered: what a reviewer would otherwise write. */
const offered: readonly (readonly [emoji: string, name: string])[] = [
  ['👍', commentMessages.reactionAgreed()],
  ['👎', commentMessages.reactionDisagree()],
  ['👀', commentMessages.reactionLooking()],
  ['✅', commentMessages.reactionDone()],
  ['❓', commentMessages.reactionUnclear()],
  ['🎉', commentMessages.reactionWellDone()],
]

const toggled = (comment: Comment, emoji: string, userId: string, on: boolean): Comment => {
  const others = (comment.reactions[emoji] ?? []).filter((id) => id !== userId)
  const { [emoji]: _, ...rest } = comment.reactions
  const people = on ? [...others, userId] : others
  return { ...comment, reactions: people.length === 0 ? rest : { ...comment.reactions, [emoji]: people } }
}

/** The reactions to a comment; a click adds or removes the user's own. */
export const Reactions = ({ comment, canAdd }: { comment: Comment; canAdd: boolean }) => {
  const me = useMe()
  const may = useCommentPermissions()
  const { participants } = useCanvas()
  const change = useThreadChange(comment)
  const given = Object.entries(comment.reactions)
  const isMine = (emoji: string) => comment.reactions[emoji]?.includes(me.id) === true
  const nameOf = (id: string) =>
    id === me.id
      ? commentMessages.you()
      : (participants.find(({ user_id }) => user_id === id)?.display_name ?? commentMessages.formerMember())
  const toggle = (emoji: string): void => {
    const operation = isMine(emoji) ? unreact : react
    change.mutate({
      call: (client, params) => client.call(operation, { params: { ...params, emoji } }),
      guess: toggled(comment, emoji, me.id, !isMine(emoji)),
    })
  }
  if (given.length === 0 && !(canAdd && may.comment) && !change.isError) return null
  return (
    <>
      <div className={styles.reactions}>
        {given.map(([emoji, people]) => (
          <button
            key={emoji}
            type="button"
            aria-pressed={isMine(emoji)}
            aria-disabled={!may.comment || undefined}
            aria-label={commentMessages.reactionLabel({
              emoji,
              count: people.length,
              names: formatNames(people.map(nameOf)),
            })}
            title={formatNames(people.map(nameOf))}
            onClick={() => may.comment && toggle(emoji)}
          >
            {emoji} {people.length}
          </button>
        ))}
        {canAdd && may.comment && (
          <Menu label={commentMessages.addReaction()} align="start" face={<Icon name="smile" size={14} />}>
            {(DropdownMenu) => (
              <>
                {offered.map(([emoji, name]) => (
                  <DropdownMenu.CheckboxItem key={emoji} checked={isMine(emoji)} onSelect={() => toggle(emoji)}>
                    <span aria-hidden="true">{emoji}</span>
                    <span className="flex-1">{name}</span>
                    <DropdownMenu.ItemIndicator>
                      <Icon name="check" size={14} />
                    </DropdownMenu.ItemIndicator>
                  </DropdownMenu.CheckboxItem>
                ))}
              </>
            )}
          </Menu>
        )}
      </div>
      {change.isError && (
        <p className="error" role="alert">
          {sentenceFor(change.error)}
        </p>
      )}
    </>
  )
}
