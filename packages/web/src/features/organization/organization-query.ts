import type { Client } from '@deal-canvas/client'
import {
  invitations,
  maxPageSize,
  type OrgMember,
  orgMembers,
  type ReadingTemplate,
  readingTemplates,
  sectionTemplates,
  showHouseStyle,
  type Team,
  teamMembers,
  teams,
} from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { orgKey } from './org-query.ts'

export const houseStyleQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'house-style'],
    queryFn: ({ signal }) => client.call(showHouseStyle, { params: { org_id: orgId }, signal }),
  })

export const membersQuery = (client: Client, orgId: string) =>
  infiniteQueryOptions({
    queryKey: [...orgKey(orgId), 'members'],
    queryFn: ({ signal, pageParam }) =>
      client.call(orgMembers, {
        params: { org_id: orgId },
        query: { limit: maxPageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Loads all pages of a list. */
const gather = async <Item>(
  read: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next: string | null }>,
): Promise<Item[]> => {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await read(cursor)
    all.push(...items)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return all
}

const pageOf = (cursor: string | undefined) => ({ limit: maxPageSize, ...(cursor === undefined ? {} : { cursor }) })

export const teamsQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'teams'],
    queryFn: ({ signal }) =>
      gather<Team>(async (cursor) => {
        const page = await client.call(teams, { params: { org_id: orgId }, query: pageOf(cursor), signal })
        return { items: page.teams, next: page.next_cursor }
      }),
  })

export const teamMembersQuery = (client: Client, orgId: string, teamId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'teams', teamId, 'members'],
    queryFn: ({ signal }) =>
      gather<OrgMember>(async (cursor) => {
        const params = { org_id: orgId, team_id: teamId }
        const page = await client.call(teamMembers, { params, query: pageOf(cursor), signal })
        return { items: page.members, next: page.next_cursor }
      }),
  })

export const templatesQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'templates'],
    queryFn: ({ signal }) =>
      gather<ReadingTemplate>(async (cursor) => {
        const page = await client.call(readingTemplates, { params: { org_id: orgId }, query: pageOf(cursor), signal })
        return { items: page.templates, next: page.next_cursor }
      }),
  })

export const invitationsQuery = (client: Client, orgId: string) =>
  infiniteQueryOptions({
    queryKey: [...orgKey(orgId), 'invitations'],
    queryFn: ({ signal, pageParam }) =>
      client.call(invitations, {
        params: { org_id: orgId },
        query: { limit: 50, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const sectionTemplatesQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'section-templates'],
    queryFn: async ({ signal }) =>
      (await client.call(sectionTemplates, { params: { org_id: orgId }, signal })).templates,
  })
