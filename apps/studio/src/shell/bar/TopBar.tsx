import { page as pageEntry, pages } from '@atelier/site'
import { useNavigate } from '@tanstack/react-router'
import {
  ChevronDown,
  Command,
  Ellipsis,
  History,
  PanelLeft,
  PanelRight,
  Play,
  Plus,
  Redo2,
  Sparkles,
  Undo2,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { patchStore, useStore } from '../../documents/store.ts'
import { Checks } from '../../editors/site/checks/Checks.tsx'
import { Publish } from '../../editors/site/publish/Publish.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../../editors/site/session/context.ts'
import { usePageActions } from '../../editors/site/session/pageActions.ts'
import { widthNames } from '../../editors/site/session/state.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { Menu } from '../../ui/Menu.tsx'
import { useCompact } from '../../ui/media.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { useScheme } from '../../ui/scheme.ts'
import type { Panels } from '../layout/panels.ts'
import styles from './Bar.module.css'

const HistoryPanel = lazyWhenIdle(
  async () => (await import('../../editors/site/history/HistoryPanel.tsx')).HistoryPanel,
)
const SiteSettings = lazyWhenIdle(
  async () => (await import('../../editors/site/settings/SiteSettings.tsx')).SiteSettings,
)

export interface TopBarProps {
  projectName: string
  panels: Panels
  publishing: boolean
  onPublishing: (open: boolean) => void
  onPalette: () => void
}

/** Where one is, how wide the page is shown, undo, and publishing. */
export function TopBar({ projectName, panels, publishing, onPublishing, onPalette }: TopBarProps) {
  const session = useEditor()
  const compact = useCompact()
  const width = useEditorState((state) => state.width)
  const preview = useEditorState((state) => state.preview)
  const [history, setHistory] = useState(false)
  const [settings, setSettings] = useState(false)
  const { canUndo, canRedo } = useStore(session.history, (state) => state)
  const togglePreview = () => patchStore(session.state, { preview: !preview, codeFile: undefined })
  return (
    <header className={styles.top}>
      <div className={styles.side}>
        <IconButton
          label="Pages and layers"
          shortcut="mod+\"
          pressed={panels.shown.navigator}
          onClick={() => panels.toggle('navigator')}
        >
          <PanelLeft size={16} />
        </IconButton>
        <ProjectMenu name={projectName} onSettings={() => setSettings(true)} />
        {!compact && <span className={styles.slash}>/</span>}
        <PageMenu />
      </div>
      <div className={styles.side}>
        {!compact && (
          <Segmented
            label="Width of the page"
            value={width}
            onChange={session.setWidth}
            options={widthNames.map((name) => ({
              value: name,
              label: name === 'fit' ? 'Fit' : name,
              tooltip: name === 'fit' ? 'As wide as there is room' : `${name} pixels wide`,
            }))}
          />
        )}
        {!compact && (
          <IconButton label="Preview with scripts" pressed={preview} onClick={togglePreview}>
            <Play size={15} />
          </IconButton>
        )}
      </div>
      <div className={`${styles.side} ${styles.end}`}>
        <IconButton label="Undo" shortcut="mod+z" disabled={!canUndo} onClick={session.undo}>
          <Undo2 size={16} />
        </IconButton>
        {!compact && (
          <>
            <IconButton label="Redo" shortcut="mod+shift+z" disabled={!canRedo} onClick={session.redo}>
              <Redo2 size={16} />
            </IconButton>
            <IconButton label="Commands" shortcut="mod+k" onClick={onPalette}>
              <Command size={15} />
            </IconButton>
            <span className={styles.gap} />
          </>
        )}
        <IconButton
          label="Style and settings"
          pressed={panels.shown.properties}
          onClick={() => panels.toggle('properties')}
        >
          <PanelRight size={16} />
        </IconButton>
        <IconButton
          label="Agent"
          shortcut="/"
          tone="agent"
          pressed={panels.shown.agent}
          onClick={() => panels.toggle('agent')}
        >
          <Sparkles size={16} />
        </IconButton>
        <span className={styles.gap} />
        <Checks />
        {compact ? (
          <Menu
            align="end"
            trigger={
              <IconButton label="More">
                <Ellipsis size={16} />
              </IconButton>
            }
            entries={[
              {
                label: preview ? 'End the preview' : 'Preview with scripts',
                icon: <Play size={14} />,
                onSelect: togglePreview,
              },
              { label: 'History', icon: <History size={14} />, onSelect: () => setHistory(true) },
              { separator: true },
              { label: 'Redo', icon: <Redo2 size={14} />, disabled: !canRedo, onSelect: session.redo },
              { label: 'Commands', icon: <Command size={14} />, onSelect: onPalette },
            ]}
          />
        ) : (
          <IconButton label="History" onClick={() => setHistory(true)}>
            <History size={16} />
          </IconButton>
        )}
        <Suspense>
          {history && <HistoryPanel open onOpenChange={setHistory} />}
          {settings && <SiteSettings open onOpenChange={setSettings} />}
        </Suspense>
        <Publish open={publishing} onOpenChange={onPublishing} />
      </div>
    </header>
  )
}

function ProjectMenu({ name, onSettings }: { name: string; onSettings: () => void }) {
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
        { label: 'Site settings', onSelect: onSettings },
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
  const site = useSite()
  const { add } = usePageActions()
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
        { label: 'Add a page', icon: <Plus size={14} />, onSelect: () => void add() },
      ]}
    />
  )
}
