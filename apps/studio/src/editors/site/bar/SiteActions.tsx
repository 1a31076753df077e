import { Command, Ellipsis, History, Play, Redo2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { patchStore, useStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { useCompact } from '../../../ui/media.ts'
import { Checks } from '../checks/Checks.tsx'
import { Publish } from '../publish/Publish.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { type EditorState, togglePreview } from '../session/state.ts'
import * as strings from './strings.ts'
import { useIsTranslation } from './useIsTranslation.ts'

const Translation = lazyWhenIdle(async () => (await import('../translations/Translation.tsx')).Translation)
const HistoryPanel = lazyWhenIdle(async () => (await import('../history/HistoryPanel.tsx')).HistoryPanel)
const AskDialog = lazyWhenIdle(async () => (await import('../insert/AskDialog.tsx')).AskDialog)
/** These ask the server for something at once, so that there is no use in loading them ahead. */
const BriefDialog = lazy(async () => ({ default: (await import('../../../brief/BriefDialog.tsx')).BriefDialog }))
const PlansDialog = lazy(async () => ({ default: (await import('../../../brief/PlansDialog.tsx')).PlansDialog }))
const VariantsDialog = lazy(async () => ({ default: (await import('../variants/SiteVariants.tsx')).SiteVariants }))
const SiteSettings = lazyWhenIdle(async () => (await import('../settings/SiteSettings.tsx')).SiteSettings)

/** The kind of generation that each brief dialog begins, by the dialog's name. */
const briefs = { newSite: 'site', redesign: 'redesign', addPages: 'pages' } as const

/** Actions on the site: its checks, its history, publishing; and their dialogs. */
export function SiteActions() {
  const session = useEditor()
  const compact = useCompact()
  const dialog = useEditorState((state) => state.dialog)
  const isTranslation = useIsTranslation()
  const show = (name: EditorState['dialog']) => (open: boolean) =>
    patchStore(session.state, { dialog: open ? name : undefined })
  return (
    <>
      <Suspense>{isTranslation && <Translation />}</Suspense>
      <Checks />
      {compact ? (
        <CompactMenu />
      ) : (
        <IconButton label={strings.history} onClick={() => show('history')(true)}>
          <History size={16} />
        </IconButton>
      )}
      <Suspense>
        {dialog === 'history' && <HistoryPanel open onOpenChange={show('history')} />}
        {(dialog === 'changeTag' || dialog === 'multiply') && <AskDialog asked={dialog} />}
        {(dialog === 'newSite' || dialog === 'redesign' || dialog === 'addPages') && (
          <BriefDialog kind={briefs[dialog]} projectId={session.projectId} open onOpenChange={show(dialog)} />
        )}
        {dialog === 'plans' && <PlansDialog projectId={session.projectId} open onOpenChange={show('plans')} />}
        {dialog === 'variants' && <VariantsDialog onOpenChange={show('variants')} />}
        {dialog === 'siteSettings' && <SiteSettings open onOpenChange={show('siteSettings')} />}
      </Suspense>
      <Publish open={dialog === 'publishing'} onOpenChange={show('publishing')} />
    </>
  )
}

/** Actions that do not fit in a narrow bar. */
function CompactMenu() {
  const session = useEditor()
  const { layout } = useShell()
  const preview = useEditorState((state) => state.preview)
  const { canRedo } = useStore(session.history, (state) => state)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={strings.more}>
          <Ellipsis size={16} />
        </IconButton>
      }
      entries={[
        {
          label: preview ? strings.endThePreview : strings.previewWithScripts,
          icon: <Play size={14} />,
          onSelect: () => togglePreview(session.state),
        },
        {
          label: strings.history,
          icon: <History size={14} />,
          onSelect: () => patchStore(session.state, { dialog: 'history' }),
        },
        { separator: true },
        { label: strings.redo, icon: <Redo2 size={14} />, disabled: !canRedo, onSelect: session.redo },
        {
          label: strings.commands,
          icon: <Command size={14} />,
          onSelect: () => patchStore(layout, { overlay: 'palette' }),
        },
      ]}
    />
  )
}
