import { deals, maxSearchLength } from '@deal-canvas/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { canvasQuery } from '../deal-data/canvas-query.ts'
import { appMessages } from '../messages/app.ts'
import { useMe } from '../session/me.ts'
import { useServices } from '../session/services.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Goal, GoalGroup } from './goals.ts'
import { matchesQuery } from './matches-query.ts'
import { useSearchGoals } from './use-search-goals.tsx'

const maxDeals = 6
const maxSections = 8

/** The commands that match the typed text: sections and pages of the open deal, deals, pages and actions. */
export const useGoals = (typed: string, signOut: () => void) => {
  const found = useDeals(typed)
  const searched = useSearchGoals(typed)
  const ofDeal = useGoalsOfDeal()
  const pages = usePages()
  const acts = useActs(signOut)
  const fitting = (goals: readonly Goal[], limit = 20) =>
    goals.filter(({ words }) => matchesQuery(typed, words)).slice(0, limit)
  const groups: GoalGroup[] = [
    { name: ofDeal.name, goals: [...fitting(ofDeal.pages), ...fitting(ofDeal.sections, maxSections)] },
    // The service has already matched these by its own rules.
    { name: appMessages.deals(), goals: found.goals },
    { name: appMessages.pages(), goals: fitting(pages) },
    { name: appMessages.commands(), goals: fitting(acts) },
    // Last, so that Enter still opens what it always opened.
    ...searched.groups,
  ]
  return { groups: groups.filter(({ goals }) => goals.length > 0), failed: found.failed, searchFailed: searched.failed }
}

const useDeals = (typed: string) => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const q = useDebounced(typed.trim()).slice(0, maxSearchLength)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['go-to', 'deals', q],
    queryFn: ({ signal }) => client.call(deals, { query: { limit: maxDeals, ...(q === '' ? {} : { q }) }, signal }),
    placeholderData: keepPreviousData,
  })
  const goals = (data?.deals ?? []).map(
    ({ deal_id: dealId, name, status }): Goal => ({
      key: `deal.${dealId}`,
      words: name,
      ...(status === 'finalized' ? { hint: appMessages.decided() } : {}),
      icon: 'file',
      go: () => void navigate({ to: '/canvas/$dealId', params: { dealId } }),
    }),
  )
  // True until the service has responded for the current text: Enter must not open a result for an earlier text.
  const isEarlier = isPlaceholderData || q !== typed.trim()
  return { goals: goals.filter(({ words }) => !isEarlier || matchesQuery(typed, words)), failed: error }
}

const useGoalsOfDeal = () => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const { dealId = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...canvasQuery(client, dealId), enabled: dealId !== '' })
  if (dealId === '' || data === undefined) return { name: '', pages: [], sections: [] }
  const params = { dealId }
  const page = (words: string, go: () => void): Goal => ({ key: `page.${words}`, words, icon: 'right', go })
  return {
    name: data.deal.name,
    pages: [
      page(appMessages.memo(), () => void navigate({ to: '/canvas/$dealId', params })),
      page(appMessages.scenarios(), () => void navigate({ to: '/canvas/$dealId/scenarios', params })),
      page(appMessages.quality(), () => void navigate({ to: '/canvas/$dealId/quality', params })),
      page(appMessages.documents(), () => void navigate({ to: '/canvas/$dealId/documents', params })),
      page(appMessages.record(), () => void navigate({ to: '/canvas/$dealId/record', params })),
      page(appMessages.people(), () => void navigate({ to: '/canvas/$dealId/people', params })),
    ],
    sections: data.sections.map(
      ({ section_key: section, title }): Goal => ({
        key: `section.${section}`,
        words: title,
        hint: appMessages.section(),
        icon: 'list',
        go: () => void navigate({ to: '/canvas/$dealId', params, search: { section } }),
      }),
    ),
  }
}

const usePages = (): Goal[] => {
  const navigate = useNavigate()
  const { is_superadmin: isSuperadmin } = useMe()
  const page = (words: string, go: () => void): Goal => ({ key: `place.${words}`, words, icon: 'right', go })
  return [
    page(appMessages.allDeals(), () => void navigate({ to: '/' })),
    page(appMessages.notifications(), () => void navigate({ to: '/notifications' })),
    page(appMessages.organization(), () => void navigate({ to: '/organization' })),
    page(appMessages.account(), () => void navigate({ to: '/account' })),
    ...(isSuperadmin
      ? [
          page(appMessages.superadminUsers(), () => void navigate({ to: '/admin/users' })),
          page(appMessages.superadminOrganizations(), () => void navigate({ to: '/admin/organizations' })),
          page(appMessages.superadminInviteCodes(), () => void navigate({ to: '/admin/invite-codes' })),
          page(appMessages.superadminContent(), () => void navigate({ to: '/admin/content' })),
          page(appMessages.superadminPurge(), () => void navigate({ to: '/admin/purge' })),
          page(appMessages.superadminLog(), () => void navigate({ to: '/admin/log' })),
        ]
      : []),
  ]
}

const useActs = (signOut: () => void): Goal[] => {
  const navigate = useNavigate()
  const { theme } = useServices()
  return [
    { key: 'new-deal', words: appMessages.newDeal(), icon: 'plus', go: () => void navigate({ to: '/intake' }) },
    { key: 'light', words: appMessages.lightTheme(), icon: 'moon', go: () => theme.set('light') },
    { key: 'dark', words: appMessages.darkTheme(), icon: 'moon', go: () => theme.set('dark') },
    { key: 'system', words: appMessages.systemTheme(), icon: 'moon', go: () => theme.set('system') },
    { key: 'sign-out', words: appMessages.signOut(), icon: 'close', go: signOut },
  ]
}
