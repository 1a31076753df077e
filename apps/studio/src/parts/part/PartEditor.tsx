import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { ProjectMenu } from '../../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../../shell/bar/RoomSwitch.tsx'
import type { CommandSection, EditorCommand } from '../../shell/commands/command.ts'
import type { DocumentEditor } from '../../shell/contract/documentEditor.ts'
import { Workbench } from '../../shell/Workbench.tsx'
import { useCompact } from '../../ui/media.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import { ExportPart } from './ExportPart.tsx'
import { FeatureList } from './FeatureList.tsx'
import styles from './Part.module.css'
import { PartCanvas } from './PartCanvas.tsx'
import { PartTables } from './PartTables.tsx'
import { RunPictures } from './RunPictures.tsx'

const sections: readonly CommandSection[] = [{ heading: strings.part, groups: ['view'] }]

/** A part in the shell: its features, its picture to turn, its tables, and the agent beside them. */
export function PartEditor() {
  const { session, project, build } = usePart()
  const { projectId, partId } = session
  const navigate = useNavigate()
  // Features are selected while they are there only.
  const features = useRef(build?.features)
  features.current = build?.features
  useEffect(() => {
    const chosen = session.selected.get()
    if (build && chosen !== undefined && !build.features.some(({ id }) => id === chosen))
      session.selected.set(undefined)
  }, [build, session])

  const editor = useMemo((): DocumentEditor => {
    const commands: readonly EditorCommand[] = [
      {
        name: 'part.site',
        label: strings.goToTheSite,
        icon: 'file-text',
        group: 'view',
        shortcuts: ['mod+e'],
        whileWriting: true,
        offered: () => true,
        run: () => navigate(paths.project(projectId)),
      },
      {
        name: 'part.parts',
        label: strings.goToTheParts,
        icon: 'list',
        group: 'view',
        offered: () => true,
        run: () => navigate(paths.parts(projectId)),
      },
    ]
    return {
      kind: 'part',
      canvas: <PartCanvas />,
      navigator: <FeatureList />,
      navigatorName: strings.features,
      properties: <PartTables />,
      propertiesName: strings.parametersAndRequirements,
      watch: (changed) => session.history.subscribe(changed),
      commands: () => commands,
      sections: () => sections,
      bar: { title: <PartTitle />, view: <PartName />, actions: <ExportPart /> },
      agent: {
        projectId,
        scope: 'part',
        about: partId,
        context: () => ({ documentId: partId, featureId: session.selected.get() }),
        open: () => undefined,
        select(featureId) {
          if (features.current?.some(({ id }) => id === featureId)) session.selected.set(featureId)
        },
        onChanged: session.recordRun,
        runPictures: (changeSetId) => <RunPictures projectId={projectId} partId={partId} changeSetId={changeSetId} />,
        carryOut: async () => ({ ok: false, error: { code: 'no_page', message: strings.noPageHere } }),
      },
      connection: session.connection,
      history: { state: session.history, undo: session.undo, redo: session.redo },
      problem: session.problem,
    }
  }, [session, projectId, partId, navigate])
  return (
    <>
      <h1 className="visually-hidden">{build?.name ?? project.name}</h1>
      <Workbench editor={editor} />
    </>
  )
}

function PartTitle() {
  const { project, build } = usePart()
  const compact = useCompact()
  return (
    <>
      <ProjectMenu name={project.name} />
      <RoomSwitch room="parts" projectId={project.id} />
      {compact && <span className={styles.name}>{build?.name}</span>}
    </>
  )
}

function PartName() {
  const { build } = usePart()
  return useCompact() ? null : <span className={styles.name}>{build?.name}</span>
}
