import type { Project } from '@atelier/api'
import { breakpoints, homePage, page as pageEntry } from '@atelier/site'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { patchStore, useStore } from '../documents/store.ts'
import { Canvas } from '../editors/site/canvas/Canvas.tsx'
import type { Stage } from '../editors/site/canvas/stage.ts'
import { CanvasRoom } from '../editors/site/code/CanvasRoom.tsx'
import { Navigator } from '../editors/site/navigator/Navigator.tsx'
import { Properties } from '../editors/site/properties/Properties.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../editors/site/session/context.ts'
import { lastPage, widthPixels } from '../editors/site/session/state.ts'
import { lazyWhenIdle } from '../ui/lazyWhenIdle.ts'
import { useCompact } from '../ui/media.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Spinner.tsx'
import { Pane, PaneSeparator, SplitPanes } from '../ui/SplitPanes.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useToast } from '../ui/Toast.tsx'
import type { AgentActivity } from './agent/AgentPanel.tsx'
import { createPictureShelf } from './agent/pictures/shelf.ts'
import { StatusBar } from './bar/StatusBar.tsx'
import { TopBar } from './bar/TopBar.tsx'
import { runShortcut } from './commands/shortcuts.ts'
import { usePanels } from './layout/panels.ts'
import { Notices } from './Notices.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import styles from './Workbench.module.css'

const CommandPalette = lazyWhenIdle(async () => (await import('./commands/CommandPalette.tsx')).CommandPalette)
const AgentPanel = lazy(async () => ({ default: (await import('./agent/AgentPanel.tsx')).AgentPanel }))

/** The editor's rooms: bar, navigator, canvas, properties, agent, status. */
export function Workbench({ project }: { project: Project }) {
  const session = useEditor()
  const compact = useCompact()
  const panels = usePanels(compact)
  const palette = useEditorState((state) => state.palette)
  const rightTab = useEditorState((state) => state.rightTab)
  const [activity, setActivity] = useState<AgentActivity>()
  const [publishing, setPublishing] = useState(false)
  const stage = useRef<Stage | undefined>(undefined)
  const onStage = useCallback((next: Stage | undefined) => {
    stage.current = next
  }, [])
  const editText = useCallback((nodeId: string) => stage.current?.editText(nodeId), [])
  useFirstPage()
  useProblems()
  useFollowAgent(activity)

  const askAgent = () => {
    panels.show('agent')
    focusComposer()
  }
  const onKey = (event: KeyboardEvent) => {
    runShortcut(event, session, {
      palette: () => patchStore(session.state, { palette: true }),
      toggleNavigator: () => panels.toggle('navigator'),
      focusAgent: askAgent,
      editText,
    })
  }
  const latestKey = useRef(onKey)
  latestKey.current = onKey
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latestKey.current(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  const agent = useAgentPanel(setActivity)
  const canvas = (
    <CanvasRoom>
      <Canvas onKey={onKey} onStage={onStage} onAsk={askAgent} />
    </CanvasRoom>
  )
  const properties = <Properties />
  const { shown, beside } = panels
  const rightPanes = beside ? shown : { properties: false, agent: false }
  const shared = !beside && (shown.properties || shown.agent)

  return (
    <div className={styles.editor}>
      <TopBar
        projectName={project.name}
        panels={panels}
        publishing={publishing}
        onPublishing={setPublishing}
        onPalette={() => patchStore(session.state, { palette: true })}
      />
      <Notices />
      <div className={styles.rooms}>
        {compact ? (
          <div className={styles.compact} data-agent={shown.agent || undefined}>
            {canvas}
            {shown.agent && <div className={styles.panel}>{agent}</div>}
          </div>
        ) : (
          <SplitPanes
            id="editor"
            paneIds={[
              ...(shown.navigator ? ['navigator'] : []),
              'canvas',
              ...(rightPanes.properties ? ['properties'] : []),
              ...(rightPanes.agent ? ['agent'] : []),
              ...(shared ? ['right'] : []),
            ]}
          >
            {shown.navigator && (
              <>
                <Pane
                  id="navigator"
                  defaultSize="240px"
                  minSize="180px"
                  maxSize="420px"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <div className={styles.panel}>
                    <Navigator />
                  </div>
                </Pane>
                <PaneSeparator label="Width of the navigator" />
              </>
            )}
            <Pane id="canvas" minSize="320px">
              {canvas}
            </Pane>
            {rightPanes.properties && (
              <>
                <PaneSeparator label="Width of the properties" />
                <Pane
                  id="properties"
                  defaultSize="288px"
                  minSize="240px"
                  maxSize="480px"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <div className={styles.panel}>{properties}</div>
                </Pane>
              </>
            )}
            {rightPanes.agent && (
              <>
                <PaneSeparator label="Width of the agent" />
                <Pane
                  id="agent"
                  defaultSize="360px"
                  minSize="300px"
                  maxSize="640px"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <div className={styles.panel}>{agent}</div>
                </Pane>
              </>
            )}
            {shared && (
              <>
                <PaneSeparator label="Width of the panel" />
                <Pane
                  id="right"
                  defaultSize="360px"
                  minSize="288px"
                  maxSize="640px"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <div className={styles.panel}>
                    <Tabs
                      label="Panel"
                      value={rightTab}
                      onChange={(next) => panels.show(next)}
                      tabs={[
                        { value: 'agent', label: 'Agent', panel: agent, keepMounted: true },
                        { value: 'properties', label: 'Properties', panel: properties },
                      ]}
                    />
                  </div>
                </Pane>
              </>
            )}
          </SplitPanes>
        )}
      </div>
      <StatusBar activity={activity} />
      <UnsavedGuard />
      {compact && <Sheets />}
      {palette && (
        <Suspense>
          <CommandPalette
            panels={panels}
            onClose={() => patchStore(session.state, { palette: false })}
            onPublish={() => setPublishing(true)}
            onEditText={editText}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The panels of a narrow screen. */
function Sheets() {
  const session = useEditor()
  const sheet = useEditorState((state) => state.sheet)
  const close = (open: boolean) => !open && patchStore(session.state, { sheet: undefined })
  return (
    <>
      <Sheet open={sheet === 'navigator'} onOpenChange={close} title="Pages and layers">
        <div className={styles.sheetBody}>
          <Navigator />
        </div>
      </Sheet>
      <Sheet open={sheet === 'properties'} onOpenChange={close} title="Style and settings">
        <div className={styles.sheetBody}>
          <Properties />
        </div>
      </Sheet>
    </>
  )
}

/** The agent's panel with what it needs of the editor; its code is loaded when it is first shown. */
function useAgentPanel(onActivity: (activity: AgentActivity) => void) {
  const session = useEditor()
  const [pictures] = useState(createPictureShelf)
  return useMemo(() => {
    const open = (documentId: string) => {
      const view = session.site.get()?.local.view
      if (view && pageEntry(view, documentId)) session.openPage(documentId)
    }
    return (
      <Suspense fallback={<PanelSkeleton />}>
        <AgentPanel
          projectId={session.projectId}
          shelf={pictures}
          context={() => editorContext(session)}
          open={open}
          select={(nodeId, documentId) => {
            if (documentId) open(documentId)
            session.select(nodeId)
          }}
          onActivity={onActivity}
          carryOut={async (request) => (await import('../editors/site/view/carryOut.ts')).carryOut(session, request)}
        />
      </Suspense>
    )
  }, [session, pictures, onActivity])
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

/** Where the editor stands, for the agent. The breakpoint is the narrowest that holds the width that is shown. */
export function editorContext(session: ReturnType<typeof useEditor>) {
  const { documentId, selected, width } = session.state.get()
  const view = session.site.get()?.local.view
  const pixels = widthPixels(width)
  const all = view ? breakpoints(view) : []
  const active = pixels === undefined ? all.at(-1) : (all.find((each) => each.width >= pixels - 20) ?? all.at(-1))
  return { documentId, selectedNodeId: selected, activeBreakpointId: active?.id }
}

/** Opens the page that was open last, or the home page; and another one where the open page was deleted. */
function useFirstPage() {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion()
  useEffect(() => {
    if (!site || version < 0) return
    const { documentId } = session.state.get()
    if (documentId && pageEntry(site.local.view, documentId)) return
    const last = lastPage(session.projectId)
    const known = documentId === undefined && last !== undefined ? pageEntry(site.local.view, last) : undefined
    const next = known ?? homePage(site.local.view)
    if (next) session.openPage(next.id)
  }, [session, site, version])
}

/** Says what did not work. */
function useProblems() {
  const session = useEditor()
  const { show } = useToast()
  const problem = useStore(session.problem, (value) => value)
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

/** Marks the node that the agent is about to change, and turns to the page that it works on, once for each. */
function useFollowAgent(activity: AgentActivity | undefined) {
  const session = useEditor()
  const { running = false, nodeId, documentId } = activity ?? {}
  useEffect(() => {
    const view = session.site.get()?.local.view
    if (!running || documentId === undefined || !view || session.state.get().editing !== undefined) return
    if (pageEntry(view, documentId)) session.openPage(documentId)
  }, [session, running, documentId])
  useEffect(() => {
    // The whole page is not a place; what is put into it is marked as it arrives.
    const wholePage = nodeId === session.page.get()?.model.tree().root
    patchStore(session.state, { agentNode: running && !wholePage ? nodeId : undefined })
  }, [session, running, nodeId])
}
