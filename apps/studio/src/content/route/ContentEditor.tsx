import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { contentQuery } from '../../api/content.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import type { DocumentEditor } from '../../shell/contract/documentEditor.ts'
import { Workbench } from '../../shell/Workbench.tsx'
import { ContentTitle } from '../bar/ContentTitle.tsx'
import { ModelList } from '../navigator/ModelList.tsx'
import { PinTray } from '../pins/PinTray.tsx'
import { PublishContent } from '../publish/PublishContent.tsx'
import { useContent } from '../session/context.ts'
import { useFollow } from '../session/useFollow.ts'
import * as strings from '../strings.ts'
import { ContentRoom } from './ContentRoom.tsx'
import { contentCommands, sections } from './commands.ts'

/** The content of a project in the shell: its models, their entries, and the agent beside them. */
export function ContentEditor() {
  const scene = useContent()
  const { session, project } = scene
  const navigate = useNavigate()
  const overview = useQuery(contentQuery(project.id))
  useFollow(project.id, overview.data?.seq)
  // Read when they are needed, so that the shell keeps its panes while one walks through entries.
  const latest = useRef({ scene, overview: overview.data })
  latest.current = { scene, overview: overview.data }
  const watchers = useRef(new Set<() => void>())
  const { data } = overview
  useEffect(() => {
    if (data) for (const changed of [...watchers.current]) changed()
  }, [data])

  const editor = useMemo(
    (): DocumentEditor => ({
      kind: 'content',
      canvas: <ContentRoom />,
      navigator: <Navigator />,
      navigatorName: strings.models,
      commands: () =>
        contentCommands({
          overview: latest.current.overview,
          go: (place) => latest.current.scene.go(place),
          openSite: () => navigate(paths.project(session.projectId)),
        }),
      watch(changed) {
        watchers.current.add(changed)
        const stop = session.history.subscribe(changed)
        return () => {
          watchers.current.delete(changed)
          stop()
        }
      },
      sections: () => sections,
      bar: { title: <ContentTitle projectName={project.name} />, view: null, actions: <PublishContent /> },
      agent: {
        projectId: session.projectId,
        scope: 'content',
        context() {
          const { place, pins } = latest.current.scene
          const { model, entry, locale, review } = place
          const branchId = review === 'all' ? undefined : review
          return { modelId: model, entryId: entry, locale, branchId, pinned: pins.context() }
        },
        pinned: <PinTray />,
        open: () => undefined,
        select: () => undefined,
        onChanged: session.recordRun,
        compare({ sessionId, runId }) {
          const { place, go } = latest.current.scene
          go({ ...place, run: `${sessionId}.${runId}` })
        },
        carryOut: async () => ({ ok: false, error: { code: 'no_page', message: strings.noPageHere } }),
      },
      connection: session.connection,
      keepsEdits: (to) => to.split('?')[0] === paths.content(session.projectId),
      history: { state: session.history, undo: session.undo, redo: session.redo },
      problem: session.problem,
    }),
    [session, project.name, navigate],
  )
  return <Workbench editor={editor} />
}

function Navigator() {
  const { project } = useContent()
  return <ModelList overview={useQuery(contentQuery(project.id)).data} />
}
