import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { patchStore, type Store, useStore } from '../documents/store.ts'
import { useNavigate, useSearchParam } from '../navigation/context.ts'
import { lazyWhenIdle } from '../ui/lazyWhenIdle.ts'
import { useCompact } from '../ui/media.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Spinner.tsx'
import { MainPane, SidePane, SplitPanes } from '../ui/SplitPanes.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useToast } from '../ui/Toast.tsx'
import type { AgentActivity } from './agent/AgentPanel.tsx'
import { createPictureShelf } from './agent/pictures/shelf.ts'
import { StatusBar } from './bar/StatusBar.tsx'
import { TopBar } from './bar/TopBar.tsx'
import { bindCommand, type CommandSection } from './commands/command.ts'
import { type FoundThing, pathOfFound } from './commands/foundPath.ts'
import { type ShellView, shellCommands, showProperties } from './commands/shellCommands.ts'
import { runShortcut } from './commands/shortcuts.ts'
import type { DocumentEditor } from './contract/documentEditor.ts'
import { type Shell, ShellContext } from './layout/context.ts'
import { type Panels, usePanels } from './layout/panels.ts'
import { createLayout, type LayoutState } from './layout/state.ts'
import { Notices } from './Notices.tsx'
import * as strings from './strings.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import styles from './Workbench.module.css'

const CommandPalette = lazyWhenIdle(async () => (await import('./commands/CommandPalette.tsx')).CommandPalette)
const ShortcutOverview = lazyWhenIdle(async () => (await import('./commands/ShortcutOverview.tsx')).ShortcutOverview)
const AgentPanel = lazy(async () => ({ default: (await import('./agent/AgentPanel.tsx')).AgentPanel }))

const shellSections: readonly CommandSection[] = [{ heading: strings.editor, groups: ['edit', 'shell'] }]

const navigatorWidths = { fresh: 240, min: 180, max: 420 }
/** Beside its rail of icons, which is all that a folded one shows. */
const railWidths = { fresh: 268, min: 220, max: 420, folded: 44 }
const propertiesWidths = { fresh: 288, min: 240, max: 480 }
const agentWidths = { fresh: 360, min: 300, max: 640 }
/** In the one place that agent and properties share. */
const rightWidths = { fresh: 360, min: 288, max: 640 }

/** The panes around an editor of any kind of document: bar, navigator, canvas, properties, agent, status. */
export function Workbench({ editor }: { editor: DocumentEditor }) {
  const compact = useCompact()
  const [layout] = useState(() => createLayout())
  const chat = useSearchParam('chat')
  // An address that asks for a chat shows the agent's panel.
  useLayoutEffect(() => {
    if (chat !== undefined) patchStore(layout, { agent: true, rightTab: 'agent' })
  }, [layout, chat])
  const panels = usePanels(layout, compact, editor.properties === undefined)
  const [activity, setActivity] = useState<AgentActivity>()
  const shell = useShellOf(editor, layout, panels)
  useProblems(editor.problem)

  const latestKey = useRef(shell.onKey)
  latestKey.current = shell.onKey
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latestKey.current(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  const agent = useAgentPanel(editor.agent, setActivity)
  return (
    <ShellContext value={shell}>
      <div className={styles.editor}>
        <TopBar editor={editor} shell={shell} onPalette={() => patchStore(layout, { overlay: 'palette' })} />
        <Notices connection={editor.connection} />
        <div className={styles.rooms}>
          <Panes editor={editor} layout={layout} panels={panels} agent={agent} />
        </div>
        <StatusBar connection={editor.connection} activity={activity} />
        <UnsavedGuard connection={editor.connection} keeps={editor.keepsEdits} />
        {compact && <Sheets editor={editor} layout={layout} />}
        <Overlay editor={editor} shell={shell} />
      </div>
    </ShellContext>
  )
}

/** The shell as the editor's parts see it. */
function useShellOf(editor: DocumentEditor, layout: Store<LayoutState>, panels: Panels): Shell {
  return useMemo(() => {
    const askAgent = () => {
      panels.show('agent')
      focusComposer()
    }
    const view: ShellView = {
      history: editor.history,
      openOverlay: (overlay) => patchStore(layout, { overlay }),
      togglePanel: panels.toggle,
      showPanel: panels.show,
      askAgent,
    }
    const own = shellCommands
      .filter((command) => command !== showProperties || editor.properties !== undefined)
      .map((command) => bindCommand(command, view))
    const shell: Shell = {
      layout,
      panels,
      commands: () => [...editor.commands(shell), ...own],
      onKey: (event) => void runShortcut(event, shell.commands()),
      askAgent,
      sendToAgent(message) {
        panels.show('agent')
        patchStore(layout, { message })
      },
    }
    return shell
  }, [editor, layout, panels])
}

interface PanesProps {
  editor: DocumentEditor
  layout: Store<LayoutState>
  panels: Panels
  agent: ReactNode
}

/** The main pane has one place in windows of every width, so that what is open in it stays when the window is resized. */
function Panes({ editor, layout, panels, agent }: PanesProps) {
  const rightTab = useStore(layout, (state) => state.rightTab)
  const { compact, alone, shown, beside, rail } = panels
  const hasRail = rail && !alone
  const rightPanes = beside && !compact ? shown : { properties: false, agent: false }
  const shared = !beside && !compact && (shown.properties || shown.agent)
  return (
    <SplitPanes stacked={compact}>
      {((shown.navigator && !compact) || hasRail) && (
        <SidePane
          key={hasRail ? 'rail' : 'navigator'}
          id={hasRail ? 'navigatorRail' : 'navigator'}
          side="start"
          label={strings.widthOfTheNavigator}
          widths={hasRail ? railWidths : navigatorWidths}
          folded={!shown.navigator}
        >
          <div className={styles.panel}>{editor.navigator}</div>
        </SidePane>
      )}
      {!(compact && alone && shown.agent) && <MainPane>{editor.canvas}</MainPane>}
      {rightPanes.properties && (
        <SidePane id="properties" side="end" label={strings.widthOfTheProperties} widths={propertiesWidths}>
          <div className={styles.panel}>{editor.properties}</div>
        </SidePane>
      )}
      {rightPanes.agent && (
        <SidePane id="agent" side="end" label={strings.widthOfTheAgent} widths={agentWidths}>
          <div className={styles.panel}>{agent}</div>
        </SidePane>
      )}
      {shared && (
        <SidePane id="right" side="end" label={strings.widthOfThePanel} widths={rightWidths}>
          <div className={styles.panel}>
            <Tabs
              label={strings.panel}
              value={rightTab}
              onChange={(next) => panels.show(next)}
              tabs={[
                { value: 'agent', label: strings.agent, panel: agent, keepMounted: true },
                { value: 'properties', label: strings.properties, panel: editor.properties },
              ]}
            />
          </div>
        </SidePane>
      )}
      {compact && shown.agent && (
        <div className={styles.below}>
          <div className={styles.panel}>{agent}</div>
        </div>
      )}
    </SplitPanes>
  )
}

/** The panels of a narrow screen. */
function Sheets({ editor, layout }: { editor: DocumentEditor; layout: Store<LayoutState> }) {
  const sheet = useStore(layout, (state) => state.sheet)
  const close = (open: boolean) => !open && patchStore(layout, { sheet: undefined })
  return (
    <>
      <Sheet open={sheet === 'navigator'} onOpenChange={close} title={editor.navigatorName}>
        <div className="grow min-h-0">{editor.navigator}</div>
      </Sheet>
      <Sheet
        open={sheet === 'properties'}
        onOpenChange={close}
        title={editor.propertiesName ?? strings.styleAndSettings}
      >
        <div className="grow min-h-0">{editor.properties}</div>
      </Sheet>
    </>
  )
}

/** The overlay over the editor: the palette, or the overview of shortcuts. */
function Overlay({ editor, shell }: { editor: DocumentEditor; shell: Shell }) {
  const overlay = useStore(shell.layout, (state) => state.overlay)
  useWatched(editor, overlay !== undefined)
  const navigate = useNavigate()
  const { projectId } = editor.agent
  if (overlay === undefined) return null
  const props = {
    commands: shell.commands(),
    sections: [...editor.sections(), ...shellSections],
    onClose: () => patchStore(shell.layout, { overlay: undefined }),
  }
  const onFound = (thing: FoundThing) => navigate(pathOfFound(projectId, thing))
  return (
    <Suspense>
      {overlay === 'palette' ? (
        <CommandPalette {...props} projectId={projectId} onFound={onFound} />
      ) : (
        <ShortcutOverview {...props} />
      )}
    </Suspense>
  )
}

/** Renders again when the editor's commands may be others. */
function useWatched(editor: DocumentEditor, isOpen: boolean) {
  const [, setVersion] = useState(0)
  useEffect(() => {
    if (!isOpen) return
    let frame = 0
    const stop = editor.watch(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setVersion((version) => version + 1))
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [editor, isOpen])
}

/** The agent's panel with what it needs of the editor; its code is loaded when it is first shown. */
function useAgentPanel(agent: DocumentEditor['agent'], onActivity: (activity: AgentActivity) => void) {
  const [pictures] = useState(createPictureShelf)
  return useMemo(
    () => (
      <Suspense fallback={<PanelSkeleton />}>
        <AgentPanel
          {...agent}
          shelf={pictures}
          onActivity={(activity) => {
            onActivity(activity)
            agent.onActivity?.(activity)
          }}
        />
      </Suspense>
    ),
    [agent, pictures, onActivity],
  )
}

function PanelSkeleton() {
  return (
    <div className={styles.quiet}>
      <Skeleton width="40%" />
      <Skeleton height={64} />
      <Skeleton width="70%" />
    </div>
  )
}

/** Says what did not work. */
function useProblems(problems: DocumentEditor['problem']) {
  const { show } = useToast()
  const problem = useStore(problems, (value) => value)
  useEffect(() => {
    if (problem) show({ title: problem.message, tone: 'attention', id: 'editor-problem' })
  }, [problem, show])
}

/** Hands the focus to the composer, as soon as it is there: its code may still be on the way. */
function focusComposer(tries = 20) {
  requestAnimationFrame(() => {
    const composer = document.querySelector<HTMLTextAreaElement>('textarea[aria-keyshortcuts="/"]')
    window.focus()
    composer?.focus()
    if (tries > 0 && (!composer || document.activeElement !== composer)) setTimeout(() => focusComposer(tries - 1), 50)
  })
}
