import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, LogOut, Monitor, Moon, Sparkles, Sun, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { meQuery, sentence, signOut } from '../api/index.ts'
import { Mark } from '../auth/Brand.tsx'
import { useNavigate } from '../navigation/context.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { IconButton, Menu, type MenuEntry, type Scheme, useScheme, useToast } from '../ui/index.ts'
import styles from './AppBar.module.css'
import * as strings from './strings.ts'

const schemes: readonly [Scheme, string, ReactNode][] = [
  ['light', 'Light', <Sun key="light" size={14} />],
  ['dark', 'Dark', <Moon key="dark" size={14} />],
  ['system', strings.asTheSystem, <Monitor key="system" size={14} />],
]

/** The bar over the pages that are not editors: where one is, and the account. */
export function AppBar({ title }: { title?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link to={paths.projects} className="row gap-8 no-underline color-text rounded" aria-label={strings.home}>
        <Mark size={22} />
        <span className="type-heading">{strings.atelier}</span>
      </Link>
      {title && (
        <>
          <span className="color-faint" aria-hidden="true">
            /
          </span>
          <span className="color-secondary">{title}</span>
        </>
      )}
      <span className="grow" />
      <AccountMenu />
    </header>
  )
}

/** Who is signed in, the settings, the colour scheme, and the way out. */
export function AccountMenu() {
  const me = useQuery(meQuery())
  const [scheme, setScheme] = useScheme()
  const navigate = useNavigate()
  const toast = useToast()
  const leave = async () => {
    const answer = await signOut()
    if (!answer.ok && answer.error.status !== 401) {
      toast.show({ title: strings.youAreStillSignedIn, description: sentence(answer.error), tone: 'danger' })
      return
    }
    navigate(paths.signIn())
  }
  const entries: MenuEntry[] = [
    ...(me.data ? [{ group: `${me.data.user.name} · ${me.data.user.email}` }] : []),
    {
      label: strings.account,
      icon: <CircleUserRound size={14} />,
      onSelect: () => navigate(paths.settings('account')),
    },
    { label: strings.people, icon: <Users size={14} />, onSelect: () => navigate(paths.settings('people')) },
    { label: strings.aiSettings, icon: <Sparkles size={14} />, onSelect: () => navigate(paths.settings('ai')) },
    { separator: true },
    { group: 'Appearance' },
    ...schemes.map(([value, label, icon]) => ({
      label,
      icon,
      checked: scheme === value,
      onSelect: () => setScheme(value),
    })),
    { separator: true },
    { label: strings.signOut, icon: <LogOut size={14} />, onSelect: leave },
  ]
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={
        <IconButton label={strings.account}>
          <CircleUserRound size={17} />
        </IconButton>
      }
    />
  )
}
