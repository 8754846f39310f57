import { type ReactNode, useState } from 'react'
import { Steps } from '../../features/intake/steps.tsx'
import { StartFailure, useStartIntake } from '../../features/intake/use-start-intake.tsx'
import { readableFiles } from '../../features/uploads/readable-files.ts'
import { intakeMessages } from '../../messages/intake.ts'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { useObservable } from '../../ui/observable.ts'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './new-intake.module.css'

const personal = 'personal'

const bold = (text: ReactNode) => <b>{text}</b>

/** Nothing is stored yet: the first files open the intake. */
export const NewIntake = () => {
  const { orgs } = useMe()
  const looked = useObservable(useServices().orgId)
  const first = orgs.find(({ org_id }) => org_id === looked)?.org_id ?? orgs[0]?.org_id ?? personal
  const [org, setOrg] = useState(first)
  const intake = useStartIntake()
  return (
    <>
      <header className="page-head">
        <h1>{intakeMessages.newDeal()}</h1>
        <span className="flex-1" />
        <Steps at="files" />
      </header>
      <section className={`card ${styles.new}`} aria-label={intakeMessages.files()}>
        {orgs.length > 0 && (
          <div className={styles.org}>
            <SelectField
              label={intakeMessages.belongsTo()}
              value={org}
              onChange={({ currentTarget }) => setOrg(currentTarget.value)}
              hint={org === personal ? intakeMessages.personalHint() : intakeMessages.organizationHint()}
            >
              {orgs.map(({ org_id, name }) => (
                <option key={org_id} value={org_id}>
                  {name}
                </option>
              ))}
              <option value={personal}>{intakeMessages.onlyMe()}</option>
            </SelectField>
          </div>
        )}
        <DropZone
          look="tall"
          title={intakeMessages.dropFirstFiles()}
          hint={intakeMessages.firstFilesHint({ kinds: readableFiles.words, limits: readableFiles.limits })}
          accept={readableFiles.accept}
          onFiles={(files) => intake.start({ files, orgId: org === personal ? null : org })}
        />
        <StartFailure intake={intake} />
        <ol className={styles.promise}>
          <li>{intakeMessages.promiseFiles.rich({ b: bold })}</li>
          <li>{intakeMessages.promiseName.rich({ b: bold })}</li>
          <li>{intakeMessages.promiseBuild.rich({ b: bold })}</li>
        </ol>
      </section>
    </>
  )
}
