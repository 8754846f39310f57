import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { adminContentMessages } from '../../messages/admin-content.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './admin-page.module.css'
import { contentsQuery } from './content/content-query.ts'
import { PageEditor } from './content/page-editor.tsx'

export const ContentPage = () => {
  const { data, error, refetch } = useQuery(contentsQuery(useServices().session.client))
  const { page } = useSearch({ from: '/signed-in/shell/admin/content' })
  const shown = data?.find((item) => item.page.page_id === page) ?? data?.[0]
  return (
    <>
      <title>{adminContentMessages.pageTitle()}</title>
      <header className={styles.head}>
        <h1>{adminContentMessages.title()}</h1>
        <p className="text-small text-fg-3">{adminContentMessages.subtitle()}</p>
      </header>
      {error !== null && (
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {data === undefined && error === null && (
        <p role="status" className={styles.empty}>
          {adminContentMessages.loading()}
        </p>
      )}
      {shown && data && <PageEditor key={shown.page.page_id} shown={shown} all={data} />}
    </>
  )
}
