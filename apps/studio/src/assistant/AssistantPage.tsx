import type { Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelsTopLeft, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { pagesQuery } from '../api/projects.ts'
import { patchStore, type Store, useStore } from '../documents/store.ts'
import { useNavigate } from '../navigation/context.ts'
import { paths } from '../navigation/paths.ts'
import { AgentPanel } from '../shell/agent/AgentPanel.tsx'
import { createPictureShelf } from '../shell/agent/pictures/shelf.ts'
import barStyles from '../shell/bar/Bar.module.css'
import { ProjectMenu } from '../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../shell/bar/RoomSwitch.tsx'
import { bindCommand, type EditorCommand } from '../shell/commands/command.ts'
import { type FoundThing, pathOfFound } from '../shell/commands/foundPath.ts'
import { shellCommands } from '../shell/commands/shellCommands.ts'
import { runShortcut } from '../shell/commands/shortcuts.ts'
import { type Shell, ShellContext } from '../shell/layout/context.ts'
import { usePanels } from '../shell/layout/panels.ts'
import { createLayout, type LayoutState } from '../shell/layout/state.ts'
import { Notices } from '../shell/Notices.tsx'
import { onlyReads } from '../shell/publish/releaseWords.ts'
import shellStyles from '../shell/Workbench.module.css'
import { IconButton } from '../ui/Button.tsx'
import { lazyWhenIdle } from '../ui/lazyWhenIdle.ts'
import { useCompact } from '../ui/media.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { MainPane, SidePane, SplitPanes } from '../ui/SplitPanes.tsx'
import { useToast } from '../ui/Toast.tsx'
import { AssistantPublish } from './AssistantPublish.tsx'
import type { AssistantSession } from './assistantSession.ts'
import { type ShownPlace, SitePreview } from './SitePreview.tsx'
import * as strings from './strings.ts'

const CommandPalette = lazyWhenIdle(async () => (await import('../shell/commands/CommandPalette.tsx')).CommandPalette)
const ShortcutOverview = lazyWhenIdle(
  async () => (await import('../shell/commands/ShortcutOverview.tsx')).ShortcutOverview,
)
const RunReview = lazyWhenIdle(async () => (await import('./RunReview.tsx')).RunReview)

/** The commands of the shell that this page has. */
const OWN_COMMANDS: ReadonlySet<string> = new Set([
  'edit.undo',
  'edit.redo',
  'shell.agent',
  'shell.palette',
  'shell.shortcuts',
])
const sections = [{ heading: strings.assistant, groups: ['edit', 'view', 'shell'] }]
const chatWidths = { fresh: 480, min: 360, max: 800 }
/** How long the site rests before it is shown anew, in milliseconds. */
const RESTS_MS = 250

/** A conversation about the whole site, with the page that is worked on beside it. */
export function AssistantPage({ session, project }: { session: AssistantSession; project: Project }) {
  const { id: projectId } = project
  const navigate = useNavigate()
  const compact = useCompact()
  const [layout] = useState(() => createLayout())
  const shell = useShellOf(session, layout, () => navigate(paths.project(projectId)))
  const pages = useQuery(pagesQuery(projectId)).data?.pages
  const [place, setPlace] = useState<ShownPlace>()
  const [compared, setCompared] = useState<{ sessionId: string; runId: string }>()
  const [isSiteOpen, setSiteOpen] = useState(false)
  const [pictures] = useState(createPictureShelf)
  useProblems(session)

  const listed = (documentId: string | undefined) => pages?.find((page) => page.documentId === documentId)?.documentId
  const shown =
    listed(place?.pageId) ?? pages?.find(({ slug }) => slug === 'index')?.documentId ?? pages?.[0]?.documentId
  useReload(session, projectId, shown)

  const go = (documentId: string | undefined, nodeId?: string) => {
    const pageId = listed(documentId)
    if (pageId === undefined) return
    setPlace({ pageId, ...(nodeId === undefined ? {} : { nodeId }) })
    setCompared(undefined)
    setSiteOpen(true)
  }
  const chat = (
    <AgentPanel
      projectId={projectId}
      scope="cms"
      shelf={pictures}
      context={() => ({})}
      select={(nodeId, documentId) => go(documentId, nodeId)}
      open={go}
      onChanged={session.recordRun}
      onActivity={({ documentId }) => {
        if (documentId !== undefined && documentId !== place?.pageId) setPlace({ pageId: documentId })
      }}
      carryOut={async () => ({ ok: false, error: { code: 'no_page', message: strings.noPageHere } })}
      compare={(run) => {
        setCompared(run)
        setSiteOpen(true)
      }}
    />
  )
  const site = compared ? (
    <Suspense fallback={null}>
      <RunReview
        key={compared.runId}
        projectId={projectId}
        run={compared}
        pages={pages ?? []}
        onLeave={() => setCompared(undefined)}
      />
    </Suspense>
  ) : (
    <SitePreview
      projectId={projectId}
      pages={pages}
      place={shown === undefined ? undefined : { ...(place?.pageId === shown ? place : {}), pageId: shown }}
      onPage={(pageId) => setPlace({ pageId })}
      onKey={shell.onKey}
    />
  )
  return (
    <ShellContext value={shell}>
      <div className={shellStyles.editor}>
        <Bar session={session} project={project} onSite={compact ? () => setSiteOpen(true) : undefined} />
        <Notices connection={session.connection} />
        <div className={shellStyles.rooms}>
          <Panes compact={compact} chat={chat} site={site} />
        </div>
        {compact && (
          <Sheet open={isSiteOpen} onOpenChange={setSiteOpen} title={strings.theSite}>
            {site}
          </Sheet>
        )}
        <Overlay
          shell={shell}
          projectId={projectId}
          onFound={(thing) => {
            const page = listed(thing.type === 'page' ? thing.id : thing.pageId)
            if (page === undefined) navigate(pathOfFound(projectId, thing))
            else go(page, thing.type === 'section' ? thing.id : undefined)
          }}
        />
      </div>
    </ShellContext>
  )
}

function Panes({ compact, chat, site }: { compact: boolean; chat: ReactNode; site: ReactNode }) {
  return (
    <SplitPanes>
      {compact ? (
        <MainPane>
          <main className={shellStyles.panel}>{chat}</main>
        </MainPane>
      ) : (
        <>
          <SidePane id="assistantChat" side="start" label={strings.widthOfTheChat} widths={chatWidths}>
            <main className={shellStyles.panel}>{chat}</main>
          </SidePane>
          <MainPane>{site}</MainPane>
        </>
      )}
    </SplitPanes>
  )
}

interface BarProps {
  session: AssistantSession
  project: Project
  /** Shows the site; absent if it is in sight. */
  onSite: (() => void) | undefined
}

function Bar({ session, project, onSite }: BarProps) {
  const { canUndo, canRedo } = useStore(session.history, (state) => state)
  return (
    <header className={barStyles.top}>
      <div className={barStyles.side}>
        <ProjectMenu name={project.name} />
        <RoomSwitch room="assistant" projectId={project.id} />
      </div>
      <div />
      <div className={`${barStyles.side} justify-end`}>
        <IconButton label={strings.undo} shortcut="mod+z" disabled={!canUndo} onClick={session.undo}>
          <Undo2 size={16} />
        </IconButton>
        {onSite ? (
          <IconButton label={strings.showTheSite} onClick={onSite}>
            <PanelsTopLeft size={16} />
          </IconButton>
        ) : (
          <IconButton label={strings.redo} shortcut="mod+shift+z" disabled={!canRedo} onClick={session.redo}>
            <Redo2 size={16} />
          </IconButton>
        )}
        <span className={barStyles.gap} />
        <AssistantPublish projectId={project.id} readsOnly={onlyReads(project.role)} />
      </div>
    </header>
  )
}

function Overlay({
  shell,
  projectId,
  onFound,
}: {
  shell: Shell
  projectId: string
  onFound: (thing: FoundThing) => void
}) {
  const overlay = useStore(shell.layout, (state) => state.overlay)
  if (overlay === undefined) return null
  const props = {
    commands: shell.commands(),
    sections,
    onClose: () => patchStore(shell.layout, { overlay: undefined }),
  }
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

/** The shell as the panel of the agent sees it, and the keys of this page. */
function useShellOf(session: AssistantSession, layout: Store<LayoutState>, openSite: () => void): Shell {
  const compact = useCompact()
  const panels = usePanels(layout, compact, true)
  const shell = useMemo((): Shell => {
    const askAgent = () =>
      document.querySelector<HTMLTextAreaElement>('textarea[aria-keyshortcuts="/"]')?.focus({ preventScroll: true })
    const view = {
      history: { state: session.history, undo: session.undo, redo: session.redo },
      openOverlay: (overlay: 'palette' | 'shortcuts') => patchStore(layout, { overlay }),
      togglePanel: panels.toggle,
      showPanel: panels.show,
      askAgent,
    }
    const toSite: EditorCommand = {
      name: 'assistant.site',
      label: strings.goToTheSite,
      icon: 'file-text',
      group: 'view',
      shortcuts: ['mod+e'],
      whileWriting: true,
      offered: () => true,
      run: openSite,
    }
    const own = shellCommands.filter(({ name }) => OWN_COMMANDS.has(name)).map((each) => bindCommand(each, view))
    const commands = [...own, toSite]
    return {
      layout,
      panels,
      commands: () => commands,
      onKey: (event) => void runShortcut(event, commands),
      askAgent,
      sendToAgent: (message) => patchStore(layout, { message }),
    }
  }, [session, layout, panels, openSite])
  useEffect(() => {
    window.addEventListener('keydown', shell.onKey)
    return () => window.removeEventListener('keydown', shell.onKey)
  }, [shell])
  return shell
}

/** Reads pages and what is not online again when the site or the shown page has changed and rests. */
function useReload(session: AssistantSession, projectId: string, pageId: string | undefined) {
  const queries = useQueryClient()
  const edits = useStore(session.edits, (count) => count)
  useEffect(() => (pageId === undefined ? undefined : session.follow(pageId)), [session, pageId])
  useEffect(() => {
    if (edits === 0) return
    const timer = setTimeout(() => {
      for (const part of ['pages', 'frames', 'unpublished'])
        void queries.invalidateQueries({ queryKey: ['projects', projectId, part] })
    }, RESTS_MS)
    return () => clearTimeout(timer)
  }, [edits, queries, projectId])
}

/** Says what did not work. */
function useProblems({ problem }: AssistantSession) {
  const { show } = useToast()
  const failed = useStore(problem, (value) => value)
  useEffect(() => {
    if (failed) show({ title: failed.message, tone: 'attention', id: 'assistant-problem' })
  }, [failed, show])
}
