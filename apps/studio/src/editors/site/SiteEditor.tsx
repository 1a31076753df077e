import type { Project } from '@atelier/api'
import { homePage, page as pageEntry } from '@atelier/site'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createStore, patchStore, type Store, useStore } from '../../documents/store.ts'
import { useNavigate, useSearchParam } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import type { AgentActivity } from '../../shell/agent/AgentPanel.tsx'
import type { DocumentEditor } from '../../shell/contract/documentEditor.ts'
import { Workbench } from '../../shell/Workbench.tsx'
import { SiteActions } from './bar/SiteActions.tsx'
import { SiteTitle } from './bar/SiteTitle.tsx'
import { SiteView } from './bar/SiteView.tsx'
import { CanvasRoom } from './CanvasRoom.tsx'
import { Canvas } from './canvas/Canvas.tsx'
import type { CanvasHandle } from './canvas/canvasHandle.ts'
import { layerGroups, siteEditorCommands } from './commands/index.ts'
import { Insert } from './insert/Insert.tsx'
import { layerTitle } from './model/rows.ts'
import { Navigator } from './navigator/Navigator.tsx'
import { Properties } from './properties/Properties.tsx'
import { besideRules, useEditor, useSite, useSiteVersion } from './session/context.ts'
import { framesOf } from './session/frames.ts'
import type { EditorSession } from './session/session.ts'
import { lastPage, showComparison } from './session/state.ts'
import * as strings from './strings.ts'
import { SiteOverlaps } from './text/SiteOverlaps.tsx'
import { TextLayer } from './text/TextLayer.tsx'

/** The editor of a site's pages, templates and components, in the shell. */
export function SiteEditor({ project }: { project: Project }) {
  const session = useEditor()
  const canvas = useRef<CanvasHandle | undefined>(undefined)
  const onCanvas = useCallback((next: CanvasHandle | undefined) => {
    canvas.current = next
  }, [])
  const [activity] = useState(() => createStore<AgentActivity | undefined>(undefined))
  const navigate = useNavigate()
  useFirstPage()
  useFollowAgent(activity)
  const editor = useMemo(
    (): DocumentEditor => ({
      kind: 'page',
      canvas: (
        <>
          <CanvasRoom>
            <Canvas onCanvas={onCanvas} />
          </CanvasRoom>
          <Insert />
          <TextLayer />
          <SiteOverlaps />
        </>
      ),
      navigator: <Navigator />,
      navigatorName: strings.pagesAndLayers,
      properties: <Properties />,
      commands: ({ panels }) =>
        siteEditorCommands({
          session,
          editText: (nodeId) => canvas.current?.editText(nodeId),
          zoom: (to) => canvas.current?.zoom(to),
          pan: (across, down) => canvas.current?.pan(across, down),
          showPanel: panels.show,
          openContent: () => navigate(paths.content(session.projectId)),
        }),
      watch: (changed) => watchCommands(session, changed),
      sections: () => sections(session),
      bar: { title: <SiteTitle projectName={project.name} />, view: <SiteView />, actions: <SiteActions /> },
      agent: agentOf(session, activity),
      connection: session.connection,
      history: { state: session.history, undo: session.undo, redo: session.redo },
      problem: session.problem,
    }),
    [session, project.name, onCanvas, activity, navigate],
  )
  return <Workbench editor={editor} />
}

/** Commands depend on the selection, the open page, the site and what can be undone. */
function watchCommands(session: EditorSession, changed: () => void): () => void {
  const site = session.site.get()
  const stops = [
    session.state.subscribe(changed),
    session.history.subscribe(changed),
    watchPage(session, changed),
    site ? site.local.observe((patches) => patches.some(({ key }) => besideRules(key)) && changed()) : undefined,
  ]
  return () => {
    for (const stop of stops) stop?.()
  }
}

/** Calls a function when the open page changes, or another one is opened. */
function watchPage(session: EditorSession, changed: () => void): () => void {
  let stop = session.page.get()?.model.subscribe(changed)
  const leave = session.page.subscribe(() => {
    stop?.()
    stop = session.page.get()?.model.subscribe(changed)
    changed()
  })
  return () => {
    leave()
    stop?.()
  }
}

/** The headings of the palette; the selection has one of its own only while there is one. */
function sections(session: EditorSession) {
  const { selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const node = selected === undefined ? undefined : tree?.node(selected)
  const others = [
    { heading: strings.pages, groups: ['otherPages', 'pages'] },
    { heading: strings.view, groups: ['view'] },
  ]
  if (!tree || !node) return [...others, { heading: strings.layers, groups: [...layerGroups, 'select'] }]
  return [
    { heading: strings.selected(layerTitle(tree, node)), groups: layerGroups },
    ...others,
    { heading: strings.layers, groups: ['select'] },
  ]
}

function agentOf(session: EditorSession, activity: Store<AgentActivity | undefined>): DocumentEditor['agent'] {
  const open = (documentId: string) => {
    const view = session.site.get()?.local.view
    if (view && pageEntry(view, documentId)) session.openPage(documentId)
  }
  return {
    projectId: session.projectId,
    context: () => editorContext(session),
    open,
    select(nodeId, documentId) {
      if (documentId) open(documentId)
      session.select(nodeId)
    },
    onActivity: activity.set,
    onChanged: session.recordRun,
    compare: (run) => showComparison(session.state, { of: 'run', ...run }),
    carryOut: async (request) => (await import('./view/carryOut.ts')).carryOut(session, request),
  }
}

/** The editor's position, for the agent. A frame that fits the canvas counts as the widest one. */
export function editorContext(session: EditorSession) {
  const { documentId, selected, width } = session.state.get()
  const frames = framesOf(session.site.get())
  const active = frames.find(({ id }) => id === width) ?? frames.at(-1)
  return { documentId, selectedNodeId: selected, activeBreakpointId: active?.id }
}

/** Opens the page of the address, the one that was open last, or the home page; and another one if the open page was deleted. */
function useFirstPage() {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion(besideRules)
  const asked = useSearchParam('page')
  useEffect(() => {
    if (!site || version < 0) return
    const { documentId } = session.state.get()
    if (documentId && pageEntry(site.local.view, documentId)) return
    const last = asked ?? lastPage(session.projectId)
    const known = documentId === undefined && last !== undefined ? pageEntry(site.local.view, last) : undefined
    const next = known ?? homePage(site.local.view)
    if (next) session.openPage(next.id)
  }, [session, site, version, asked])
}

/** Marks the node that the agent is about to change, and turns to the page that it works on, once for each. */
function useFollowAgent(activity: Store<AgentActivity | undefined>) {
  const session = useEditor()
  const { running = false, nodeId, documentId } = useStore(activity, (value) => value) ?? {}
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
