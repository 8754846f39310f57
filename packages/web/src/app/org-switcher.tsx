import { appMessages } from '../messages/app.ts'
import { useMe } from '../session/me.ts'
import { useServices } from '../session/services.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useObservable } from '../ui/observable.ts'
import styles from '../ui/switcher.module.css'

/** The current organization; a menu only for users who are in several. */
export const OrgSwitcher = () => {
  const { orgs } = useMe()
  const { orgId } = useServices()
  const chosen = useObservable(orgId)
  const current = orgs.find((org) => org.org_id === chosen) ?? orgs[0]
  const name = <span className="truncate">{current?.name ?? appMessages.productName()}</span>
  if (orgs.length < 2 || current === undefined) return <div className={styles.switcher}>{name}</div>
  return (
    <Menu
      label={appMessages.switchOrganization({ name: current.name })}
      className={styles.switcher}
      align="start"
      face={
        <>
          {name}
          <span className="text-fg-3">
            <Icon name="down" size={14} />
          </span>
        </>
      }
    >
      {(DropdownMenu) => (
        <>
          <DropdownMenu.RadioGroup value={current.org_id} onValueChange={(id) => orgId.set(id)}>
            {orgs.map((org) => (
              <DropdownMenu.RadioItem key={org.org_id} value={org.org_id}>
                <span className="min-w-0 flex-1 truncate">{org.name}</span>
                <DropdownMenu.ItemIndicator>
                  <Icon name="check" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </>
      )}
    </Menu>
  )
}
