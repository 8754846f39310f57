import { maxSearchLength, type SearchHit, type SearchKind } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { HitNumber } from '../features/search/hit-number.tsx'
import { Marked } from '../features/search/marked.tsx'
import { kindIcons, kindLabel } from '../features/search/search-kinds.ts'
import { overviewQuery } from '../features/search/search-query.ts'
import { searchMessages as messages } from '../messages/search.ts'
import { useServices } from '../session/services.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import styles from './go-to-dialog.module.css'
import type { Goal, GoalGroup } from './goals.ts'

/** Deals are listed by their own group. */
const kinds: readonly SearchKind[] = ['metric', 'section', 'document', 'fact', 'comment']
const perKind = 4
/** Fewer letters are in everything. */
const minLetters = 2

/** The hits of the search for the typed text, and the way to all of them. */
export const useSearchGoals = (typed: string): { groups: GoalGroup[]; failed: Error | null } => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const { history } = useRouter()
  const wanted = typed.trim().slice(0, maxSearchLength)
  const q = useDebounced(wanted)
  const isSearched = [...q].length >= minLetters
  const { data, error, isPlaceholderData } = useQuery(overviewQuery(client, isSearched ? q : '', { kinds, perKind }))
  if ([...wanted].length < minLetters) return { groups: [], failed: null }
  // Enter must not open a hit of an earlier text.
  const isAnswered = data !== undefined && !isPlaceholderData && q === wanted
  const hits = isAnswered ? data.hits : []
  const goalOf = (hit: SearchHit, at: number): Goal => ({
    key: `hit.${at}.${hit.path}`,
    words: hit.title,
    icon: kindIcons[hit.kind],
    shown: <ShownHit hit={hit} />,
    go: () => history.push(hit.path),
  })
  const groups: GoalGroup[] = kinds.map((kind) => ({
    name: kindLabel(kind),
    goals: hits.filter((hit) => hit.kind === kind).map(goalOf),
  }))
  const all: Goal = {
    key: 'search.all',
    words: messages.allResults({ q: wanted }),
    icon: 'search',
    go: () => void navigate({ to: '/search', search: { q: wanted } }),
  }
  const isNowhere = isAnswered && hits.length === 0
  return { groups: [...groups, { name: messages.title(), goals: isNowhere ? [] : [all] }], failed: error }
}

const ShownHit = ({ hit }: { hit: SearchHit }) => (
  <span className={styles.hit}>
    <span className={styles.first}>
      <span className="truncate">
        <Marked text={hit.title} marks={hit.title_marks} />
      </span>
      <HitNumber hit={hit} />
      <span className={styles.deal}>{hit.deal_name}</span>
    </span>
    {hit.snippet !== '' && (
      <span className={styles.snippet}>
        <Marked text={hit.snippet} marks={hit.snippet_marks} />
      </span>
    )}
  </span>
)
