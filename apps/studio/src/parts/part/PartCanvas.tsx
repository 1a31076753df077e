import { createPartViewer, type PartViewer } from '@atelier/cad/viewer'
import { Box, Maximize, ScanEye } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorOf } from '../../api/client.ts'
import { type PictureView, partFileUrl, partPictureUrl } from '../../api/parts.ts'
import { useShell } from '../../shell/layout/context.ts'
import { Button, EmptyState, ErrorNote, IconButton, Menu, Spinner, useCompact } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import { AddStep } from './AddStep.tsx'
import styles from './Part.module.css'
import { sizeText, volumeText } from './words.ts'

const views: readonly PictureView[] = ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom']

/** The part to look at from all sides, with its measures; its picture where the browser has no WebGL 2. */
export function PartCanvas() {
  const { build, failure, building, retry } = usePart()
  const isEmpty = build !== undefined && build.measures.bodies === 0
  const failed = failure === undefined ? undefined : errorOf(failure)
  return (
    <main className={styles.canvas}>
      {build && !isEmpty && <Viewer />}
      {isEmpty && !failed && <EmptyPart hasFeatures={build.features.length > 0} />}
      {failed && (
        <div className={styles.failure}>
          <ErrorNote
            title={strings.notBuilt}
            actions={
              <Button size="sm" onClick={retry}>
                {strings.tryAgain}
              </Button>
            }
          >
            {failed.message} {failed.hint}
          </ErrorNote>
        </div>
      )}
      {build && !isEmpty && (
        <p className={styles.readout}>
          <span>{volumeText(build.measures.volume, build.units)}</span>
          <span>{sizeText(build.measures, build.units)}</span>
        </p>
      )}
      {building && (
        <p className={styles.building} role="status">
          <Spinner size={13} /> {strings.building}
        </p>
      )}
    </main>
  )
}

/** Follows the part: each build is shown from where the person looks at it. */
function Viewer() {
  const { session, build, builtRevision } = usePart()
  const { projectId, partId } = session
  const compact = useCompact()
  const stage = useRef<HTMLDivElement>(null)
  const viewer = useRef<PartViewer>(undefined)
  const shown = useRef<number>(undefined)
  /** Whether the part is drawn here; until then, and where it cannot be, its picture is shown. */
  const [drawn, setDrawn] = useState<number>()
  const [view, setView] = useState<PictureView>('iso')
  const name = build?.name ?? strings.part

  useEffect(() => {
    if (builtRevision === undefined || !stage.current || shown.current === builtRevision) return
    shown.current = builtRevision
    const src = partFileUrl(projectId, partId, 'glb')
    if (viewer.current) {
      void viewer.current.load(src)
      return
    }
    const made = createPartViewer(stage.current, { src, label: strings.pictureOf(name) })
    viewer.current = made
    void made.ready.then((isDrawn) => isDrawn && setDrawn(builtRevision))
  }, [builtRevision, projectId, partId, name])
  useEffect(
    () => () => {
      viewer.current?.close()
      viewer.current = undefined
    },
    [],
  )
  const look = (next: PictureView) => {
    setView(next)
    viewer.current?.look(next)
  }
  // A picture behind the drawn part is not asked for again.
  const picture = drawn === undefined ? { view, revision: builtRevision } : { view: 'iso' as const, revision: drawn }
  return (
    <>
      <div ref={stage} className={styles.stage}>
        <img src={partPictureUrl(projectId, partId, picture)} alt={name} />
      </div>
      <div className={styles.views} role="toolbar" aria-label={strings.views}>
        {compact ? (
          <Menu
            side="top"
            entries={views.map((each) => ({ label: strings.viewNames[each], onSelect: () => look(each) }))}
            trigger={
              <Button variant="quiet" size="sm" icon={<ScanEye size={14} />}>
                {strings.view}
              </Button>
            }
          />
        ) : (
          views.map((each) => (
            <Button key={each} variant="quiet" size="sm" onClick={() => look(each)}>
              {strings.viewNames[each]}
            </Button>
          ))
        )}
        <IconButton label={strings.fit} size="sm" onClick={() => viewer.current?.fit()}>
          <Maximize size={14} />
        </IconButton>
      </div>
    </>
  )
}

/** A part without a body: how it begins. */
function EmptyPart({ hasFeatures }: { hasFeatures: boolean }) {
  const { readsOnly } = usePart()
  const shell = useShell()
  return (
    <div className={styles.middle}>
      <EmptyState
        icon={<Box size={20} />}
        title={hasFeatures ? strings.noBodyTitle : strings.emptyTitle}
        actions={
          !readsOnly && (
            <>
              <Button variant="agent" onClick={shell.askAgent}>
                {strings.askTheAgent}
              </Button>
              <AddStep />
            </>
          )
        }
      >
        {hasFeatures ? strings.noBodyText : strings.emptyText}
      </EmptyState>
    </div>
  )
}
