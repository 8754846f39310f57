import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages } from '../../messages/admin.ts'
import { adminInviteCodeMessages } from '../../messages/admin-invite-codes.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useNow } from '../../ui/use-now.ts'
import adminPageStyles from './admin-page.module.css'
import adminTableStyles from './admin-table.module.css'
import { CodeRow } from './invite-codes/code-row.tsx'
import { codesQuery } from './invite-codes/codes-query.ts'
import { CreateCodeDialog } from './invite-codes/create-code-dialog.tsx'
import { everyOrgQuery } from './organizations/orgs-query.ts'

const choices = [
  ['all', adminInviteCodeMessages.showAll()],
  ['active', adminInviteCodeMessages.showActive()],
  ['closed', adminInviteCodeMessages.showClosed()],
] as const
type Choice = (typeof choices)[number][0]

const activeOf: Record<Choice, boolean | undefined> = { all: undefined, active: true, closed: false }

export const InviteCodesPage = () => {
  const { client } = useServices().session
  const [choice, setChoice] = useState<Choice>('all')
  const [creates, setCreates] = useState(false)
  const [said, setSaid] = useState('')
  const query = useInfiniteQuery(codesQuery(client, activeOf[choice]))
  const { data: orgs = [] } = useQuery(everyOrgQuery(client))
  const codes = query.data?.pages.flatMap((page) => page.invite_codes)
  const now = useNow()
  const orgName = (id: string | undefined): string =>
    id === undefined ? adminMessages.none() : (orgs.find((org) => org.id === id)?.name ?? '')
  return (
    <>
      <title>{adminInviteCodeMessages.pageTitle()}</title>
      <header className={adminPageStyles.head}>
        <h1 className="flex-1">{adminInviteCodeMessages.title()}</h1>
        <Segments label={adminInviteCodeMessages.show()} choices={choices} chosen={choice} onChoose={setChoice} />
        <Button look="primary" onClick={() => setCreates(true)}>
          <Icon name="plus" />
          {adminInviteCodeMessages.newCode()}
        </Button>
      </header>
      <p role="status" className={said === '' ? 'sr-only' : 'mb-3 text-fg-2'}>
        {said}
      </p>
      {query.isError && (
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      )}
      {codes && (
        <section className="card" aria-label={adminInviteCodeMessages.title()}>
          <div className={adminTableStyles.scroll}>
            <table className={adminTableStyles.table}>
              <thead>
                <tr>
                  <th scope="col">{adminInviteCodeMessages.code()}</th>
                  <th scope="col">{adminMessages.organization()}</th>
                  <th scope="col">{adminMessages.role()}</th>
                  <th scope="col">{adminInviteCodeMessages.uses()}</th>
                  <th scope="col">{adminInviteCodeMessages.expires()}</th>
                  <th scope="col">{adminMessages.status()}</th>
                  <th scope="col">
                    <span className="sr-only">{adminMessages.actions()}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {codes.map((code) => (
                  <CodeRow key={code.id} code={code} orgName={orgName(code.org_id)} now={now} />
                ))}
              </tbody>
            </table>
          </div>
          {codes.length === 0 && <p className={adminPageStyles.empty}>{adminInviteCodeMessages.empty()}</p>}
          {query.hasNextPage && (
            <div className="border-t border-line p-2 text-center">
              <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {adminInviteCodeMessages.showEarlier()}
              </Button>
            </div>
          )}
        </section>
      )}
      {creates && (
        <CreateCodeDialog
          onClose={() => setCreates(false)}
          onMade={({ code }) => {
            setCreates(false)
            setSaid(adminInviteCodeMessages.createDone({ code }))
          }}
        />
      )}
    </>
  )
}
