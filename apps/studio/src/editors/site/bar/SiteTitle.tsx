import { page as pageEntry, pages } from '@atelier/site'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import styles from '../../../shell/bar/Bar.module.css'
import { menuEntries } from '../../../shell/commands/menuEntries.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useCompact } from '../../../ui/media.ts'
import { useScheme } from '../../../ui/scheme.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'

/** The project and the page that are open, each with a menu. */
export function SiteTitle({ projectName }: { projectName: string }) {
  const compact = useCompact()
  return (
    <>
      <ProjectMenu name={projectName} />
      {!compact && <span className={styles.slash}>/</span>}
      <PageMenu />
    </>
  )
}

function ProjectMenu({ name }: { name: string }) {
  const session = useEditor()
  const navigate = useNavigate()
  const compact = useCompact()
  const [scheme, setScheme] = useScheme()
  return (
    <Menu
      trigger={
        <Button variant="quiet" className={styles.crumb} aria-label={`Project ${name}`}>
          <span className={styles.mark}>{name.slice(0, 1).toUpperCase()}</span>
          {!compact && <span>{name}</span>}
          {!compact && <ChevronDown size={13} />}
        </Button>
      }
      entries={[
        { label: 'Site settings', onSelect: () => patchStore(session.state, { dialog: 'siteSettings' }) },
        { label: 'All projects', onSelect: () => void navigate({ to: '/' }) },
        { label: 'Models and keys', onSelect: () => void navigate({ to: '/settings/ai' }) },
        { separator: true },
        { group: 'Appearance' },
        { label: 'Light', checked: scheme === 'light', onSelect: () => setScheme('light') },
        { label: 'Dark', checked: scheme === 'dark', onSelect: () => setScheme('dark') },
        { label: 'As the system', checked: scheme === 'system', onSelect: () => setScheme('system') },
      ]}
    />
  )
}

function PageMenu() {
  const session = useEditor()
  const { commands } = useShell()
  const site = useSite()
  useSiteVersion()
  const open = useEditorState((state) => state.documentId)
  const all = site ? pages(site.local.view) : []
  const shown = site && open !== undefined ? pageEntry(site.local.view, open) : undefined
  const title = shown?.title ?? (site ? 'No page' : '…')
  return (
    <Menu
      trigger={
        <Button variant="quiet" className={styles.crumb} aria-label={`Page ${title}`}>
          <span>{title}</span>
          <ChevronDown size={13} />
        </Button>
      }
      entries={[
        ...all.map((page) => ({
          label: page.title,
          hint: page.slug === 'index' ? '/' : `/${page.slug}`,
          checked: page.id === open,
          onSelect: () => session.openPage(page.id),
        })),
        { separator: true as const },
        ...menuEntries(commands(), ['pages']),
      ]}
    />
  )
}
