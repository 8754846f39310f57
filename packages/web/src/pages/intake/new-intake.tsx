import { useState } from 'react'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { useObservable } from '../../ui/observable.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { readableFiles } from '../documents/readable-files.ts'
import { Steps } from './steps.tsx'
import { StartFailure, useStartIntake } from './use-start-intake.tsx'

const personal = 'personal'

/** Nothing is kept yet: the first files open the intake. */
export const NewIntake = () => {
  const { orgs } = useMe()
  const looked = useObservable(useServices().orgId)
  const first = orgs.find(({ org_id }) => org_id === looked)?.org_id ?? orgs[0]?.org_id ?? personal
  const [org, setOrg] = useState(first)
  const intake = useStartIntake()
  return (
    <>
      <header className="page-head">
        <h1>New deal</h1>
        <span className="flex-1" />
        <Steps at="files" />
      </header>
      <section className="card intake-new" aria-label="Files">
        {orgs.length > 0 && (
          <div className="org">
            <SelectField
              label="The deal belongs to"
              value={org}
              onChange={({ currentTarget }) => setOrg(currentTarget.value)}
              hint={
                org === personal
                  ? 'A personal deal: nobody else sees it.'
                  : 'Its owners and admins see the deal; you add everybody else.'
              }
            >
              {orgs.map(({ org_id, name }) => (
                <option key={org_id} value={org_id}>
                  {name}
                </option>
              ))}
              <option value={personal}>Only me</option>
            </SelectField>
          </div>
        )}
        <DropZone
          look="tall"
          title="Drop the workbook and its documents here"
          hint={`${readableFiles.words}. ${readableFiles.limits}`}
          accept={readableFiles.accept}
          onFiles={(files) => intake.start({ files, orgId: org === personal ? null : org })}
        />
        <StartFailure intake={intake} />
        <ol className="intake-promise">
          <li>
            <b>Files</b> The workbook is where the numbers come from. Statements, memoranda and notes become evidence.
          </li>
          <li>
            <b>Name</b> Suggested from what the files say, for you to accept or change.
          </li>
          <li>
            <b>Build</b> The model is recalculated and checked, its metrics found, a first memo drafted.
          </li>
        </ol>
      </section>
    </>
  )
}
