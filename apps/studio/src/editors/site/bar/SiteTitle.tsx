import { page as pageEntry, pages } from '@atelier/site'
import { ChevronDown, FileText } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import { useNavigate } from '../../../navigation/context.ts'
import styles from '../../../shell/bar/Bar.module.css'
import { ProjectMenu } from '../../../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../../../shell/bar/RoomSwitch.tsx'
import { otherRooms } from '../../../shell/bar/rooms.ts'
import { menuEntries } from '../../../shell/commands/menuEntries.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useCompact } from '../../../ui/media.ts'
import { besideRules, useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import * as strings from './strings.ts'

/** The project and the page that are open, each with a menu. */
export function SiteTitle({ projectName }: { projectName: string }) {
  const session = useEditor()
  const navigate = useNavigate()
  const compact = useCompact()
  return (
    <>
      <ProjectMenu
        name={projectName}
        entries={[
          ...(compact ? otherRooms('site', session.projectId, navigate) : []),
          { label: strings.siteSettings, onSelect: () => patchStore(session.state, { dialog: 'siteSettings' }) },
        ]}
      />
      {!compact && <RoomSwitch room="site" projectId={session.projectId} />}
      <PageMenu />
    </>
  )
}

function PageMenu() {
  const session = useEditor()
  const compact = useCompact()
  const { commands } = useShell()
  const site = useSite()
  useSiteVersion(besideRules)
  const open = useEditorState((state) => state.documentId)
  const all = site ? pages(site.local.view) : []
  const shown = site && open !== undefined ? pageEntry(site.local.view, open) : undefined
  const title = shown?.title ?? (site ? strings.noPage : '…')
  return (
    <Menu
      trigger={
        <Button variant="quiet" className={styles.crumb} aria-label={strings.page(title)}>
          {compact ? <FileText size={16} /> : <span>{title}</span>}
          {!compact && <ChevronDown size={13} />}
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
