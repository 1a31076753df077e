import { blanksIn } from '@atelier/site'
import { useQueryClient } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { renameProject } from '../../api/index.ts'
import { projectName } from '../../brief/briefForm.ts'
import { saveLabel } from '../../documents/status.ts'
import { useStore } from '../../documents/store.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { AppBar } from '../../projects/AppBar.tsx'
import { Notices } from '../../shell/Notices.tsx'
import { UnsavedGuard } from '../../shell/UnsavedGuard.tsx'
import { ErrorNote, IconButton, Skeleton, useToast } from '../../ui/index.ts'
import { usePlan, usePlanScene, useProgress } from '../document/context.ts'
import { Look } from '../look/Look.tsx'
import listStyles from '../pages/Pages.module.css'
import { PlannedPages } from '../pages/PlannedPages.tsx'
import { ProgressBar } from '../progress/ProgressBar.tsx'
import { useFresh } from '../progress/useFresh.ts'
import * as strings from '../strings.ts'
import styles from './PlanPage.module.css'

/** The plan of a site, to edit and to carry out. */
export function PlanPage() {
  const { session, project } = usePlanScene()
  const plan = usePlan()
  const progress = useProgress()
  useFresh()
  useKeys()
  useProblems()
  useProjectName()
  return (
    <div className={styles.page}>
      <AppBar
        title={
          <>
            <Link to={paths.project(project.id)} className={styles.project}>
              {project.name}
            </Link>
            <span aria-hidden="true"> / </span>
            {strings.thePlan}
          </>
        }
      />
      <Notices connection={session.connection} />
      <UnsavedGuard connection={session.connection} />
      {plan && progress ? <Shown /> : <PlanSkeleton />}
    </div>
  )
}

function Shown() {
  const { session, generation } = usePlanScene()
  const plan = usePlan()
  const progress = useProgress()
  const state = progress?.progress?.state ?? 'planning'
  const planned = (plan?.pages.length ?? 0) > 0
  return (
    <>
      <ProgressBar />
      {!planned && state === 'planning' ? (
        <Planning brief={generation.brief} />
      ) : !planned ? (
        <NoPlan />
      ) : (
        <main className={styles.main}>
          <div className={styles.head}>
            <h1 className="break-anywhere type-title tight">{plan?.site.siteName}</h1>
            <p className={styles.description}>{plan?.site.siteDescription}</p>
            <div className={styles.tools}>
              <SaveState />
              <History session={session} />
            </div>
          </div>
          <PlannedPages />
          <Look />
        </main>
      )}
    </>
  )
}

function SaveState() {
  const { session } = usePlanScene()
  const status = useStore(session.connection.status, (value) => value)
  return (
    <span className={styles.saved} role="status">
      {saveLabel(status)}
    </span>
  )
}

function History({ session }: Pick<ReturnType<typeof usePlanScene>, 'session'>) {
  const { canUndo, canRedo } = useStore(session.history, (state) => state)
  return (
    <>
      <IconButton label={strings.undo} shortcut="mod+z" disabled={!canUndo} onClick={session.undo}>
        <Undo2 size={16} />
      </IconButton>
      <IconButton label={strings.redo} shortcut="mod+shift+z" disabled={!canRedo} onClick={session.redo}>
        <Redo2 size={16} />
      </IconButton>
    </>
  )
}

/** While the plan is being made: what it does, and the shape of what comes. */
function Planning({ brief }: { brief: string }) {
  return (
    <main className={styles.main} aria-busy="true">
      <div className={styles.head}>
        <h1 className="break-anywhere type-title tight">{strings.planningTitle}</h1>
        <p className={styles.description}>{strings.planningText}</p>
      </div>
      <div className="grid one-column gap-16">
        <blockquote className={styles.brief}>
          <p>{brief}</p>
        </blockquote>
        <Cards />
      </div>
      <Skeleton height={320} radius={10} />
    </main>
  )
}

/** Where no plan was made: why, and what it was to be made from. The bar has the way to try again. */
function NoPlan() {
  const { generation } = usePlanScene()
  const { progress } = useProgress() ?? {}
  const failed = progress?.state === 'error'
  return (
    <main className={styles.middle}>
      <ErrorNote tone={failed ? 'danger' : 'attention'} title={failed ? strings.planFailed : strings.planStopped}>
        {progress?.why}
      </ErrorNote>
      <blockquote className={styles.brief}>
        <p>{generation.brief}</p>
      </blockquote>
    </main>
  )
}

/** The page while its plan is on the way. */
export function PlanShape() {
  return (
    <div className={styles.page} aria-busy="true">
      <AppBar title={strings.thePlan} />
      <PlanSkeleton />
    </div>
  )
}

const PlanSkeleton = () => (
  <main className={styles.main} aria-busy="true">
    <div className={styles.head}>
      <Skeleton width={240} height={28} />
    </div>
    <div className="grid one-column gap-16">
      <Cards />
    </div>
    <Skeleton height={320} radius={10} />
  </main>
)

const Cards = () => (
  <div className={listStyles.cards}>
    {[0, 1, 2, 3].map((each) => (
      <Skeleton key={each} height={220} radius={10} />
    ))}
  </div>
)

/** Undo by the keys that it has everywhere; in a text the browser's own stays. */
function useKeys() {
  const { session } = usePlanScene()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return
      event.preventDefault()
      if (event.shiftKey) session.redo()
      else session.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session])
}

/** Says what was refused. */
function useProblems() {
  const { session } = usePlanScene()
  const { show } = useToast()
  const problem = useStore(session.problem, (value) => value)
  useEffect(() => {
    if (problem) show({ title: problem.message, tone: 'attention', id: 'plan-problem' })
  }, [problem, show])
}

/** A project that is called by its brief gets the name of the site as soon as that is planned. */
function useProjectName() {
  const { project, generation, readsOnly } = usePlanScene()
  const queries = useQueryClient()
  const plan = usePlan()
  const siteName = plan && plan.pages.length > 0 ? plan.site.siteName : undefined
  const asked = useRef(false)
  const isPlain = generation.kind === 'site' && project.name === projectName(generation.brief)
  useEffect(() => {
    if (
      readsOnly ||
      asked.current ||
      !isPlain ||
      !siteName ||
      blanksIn(siteName).length > 0 ||
      siteName === project.name
    )
      return
    asked.current = true
    void renameProject(project.id, siteName.slice(0, 80)).then(() =>
      queries.invalidateQueries({ queryKey: ['projects', project.id] }),
    )
  }, [readsOnly, isPlain, siteName, project.id, project.name, queries])
}
