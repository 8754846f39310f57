import { Link } from '@tanstack/react-router'
import { appMessages } from '../messages/app.ts'
import { useMe } from '../session/me.ts'
import { useServices } from '../session/services.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useObservable } from '../ui/observable.ts'
import styles from './account-menu.module.css'
import { isTheme, type Theme, themes } from './theme.ts'

const themeNames: Record<Theme, string> = {
  light: appMessages.themeLight(),
  dark: appMessages.themeDark(),
  system: appMessages.themeSystem(),
}

interface AccountMenuProps {
  onKeyboard: () => void
  onSignOut: () => void
}

export const AccountMenu = ({ onKeyboard, onSignOut }: AccountMenuProps) => {
  const person = useMe()
  const { theme } = useServices()
  const chosenTheme = useObservable(theme)
  return (
    <Menu
      label={appMessages.accountOf({ name: person.display_name })}
      className={styles.accountButton}
      face={<Avatar id={person.id} name={person.display_name} picture={person.avatar_url} />}
    >
      {(DropdownMenu) => (
        <>
          <DropdownMenu.Label className="flex items-center gap-3 px-2 py-2">
            <Avatar id={person.id} name={person.display_name} picture={person.avatar_url} size="medium" />
            <span className="min-w-0">
              <b className="block truncate">{person.display_name}</b>
              <span className="block truncate text-small text-fg-3">{person.email ?? appMessages.noEmail()}</span>
            </span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator />
          <DropdownMenu.Item asChild>
            <Link to="/account">{appMessages.account()}</Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={onKeyboard}>
            <span className="flex-1">{appMessages.keyboard()}</span>
            <kbd>?</kbd>
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Label className="px-2 pt-1 pb-1 text-micro font-semibold text-fg-3">
            {appMessages.theme()}
          </DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={chosenTheme} onValueChange={(choice) => isTheme(choice) && theme.set(choice)}>
            {themes.map((choice) => (
              <DropdownMenu.RadioItem key={choice} value={choice} onSelect={(event) => event.preventDefault()}>
                <span className="flex-1">{themeNames[choice]}</span>
                <DropdownMenu.ItemIndicator>
                  <Icon name="check" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={onSignOut}>{appMessages.signOut()}</DropdownMenu.Item>
        </>
      )}
    </Menu>
  )
}
