import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleDashed, CircleSlash, ExternalLink, Info, Sparkles, Square, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { publishProblemsQuery } from '../../api/checks.ts'
import { redoGeneration, startGeneration, stopGeneration, undoGeneration } from '../../api/generations.ts'
import { errorOf, sentence, unwrap } from '../../api/index.ts'
import { publishWithProgress } from '../../api/publish.ts'
import { budgetOf } from '../../brief/briefForm.ts'
import { useNavigate } from '../../navigation/context.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { problemSummary } from '../../shell/publish/releaseWords.ts'
import { visitorsWouldSee } from '../../shell/publish/strings.ts'
import { Button, ConfirmDialog, ErrorNote, Spinner, TextField, Tooltip, useToast } from '../../ui/index.ts'
import { usePlan, usePlanScene, useProgress } from '../document/context.ts'
import * as strings from '../strings.ts'
import styles from './Progress.module.css'
import { costText, type StepState, stateText, stepsOf, verbsOf } from './progressView.ts'
import { TidyUndo } from './TidyUndo.tsx'

const marks: Readonly<Record<StepState, ReactNode>> = {
  done: <Check size={13} />,
  now: <Spinner size={13} />,
  stopped: <CircleSlash size={13} />,
  failed: <TriangleAlert size={13} />,
  waiting: <CircleDashed size={13} />,
}

/** How far a generation is, what it costs, and what one can do with it. */
export function ProgressBar() {
  const { generation } = usePlanScene()
  const plan = usePlan()
  const progress = useProgress()
  if (!progress) return null
  const { state = 'planning', why, waits, undone = false } = progress.progress ?? {}
  const planned = (plan?.pages.length ?? 0) > 0
  const hasBegun = planned && state !== 'planning' && state !== 'awaiting-approval'
  return (
    <section className={styles.bar} aria-label={strings.progress} data-state={undone ? 'undone' : state}>
      <div className={styles.line}>
        <p className={styles.state} role="status">
          {stateText(progress, plan?.pages)}
        </p>
        <p className={styles.cost}>{costText(generation, progress.progress)}</p>
        <Verbs />
      </div>
      {why !== undefined && planned && (state === 'error' || state === 'stopped') && (
        <ErrorNote tone={state === 'error' ? 'danger' : 'attention'} title={why} />
      )}
      {waits !== undefined && state === 'running' && <ErrorNote tone="attention" title={waits} />}
      {hasBegun && (
        <ol className={styles.steps}>
          {stepsOf(progress, plan?.pages ?? []).map(({ step, label, state: stepState, count, why: reason }) => (
            <li key={step} className={styles.step} data-state={stepState}>
              {marks[stepState]}
              <span>{label}</span>
              {count && <span className="tabular-nums">{count}</span>}
              <span className="visually-hidden">{strings.stepStates[stepState]}</span>
              {reason && (
                <Tooltip label={reason}>
                  <span className={styles.reason} role="img" aria-label={reason}>
                    <Info size={12} />
                  </span>
                </Tooltip>
              )}
              {step === 'tidy' && <TidyUndo />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Verbs() {
  const { project, generation, readsOnly } = usePlanScene()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const plan = usePlan()
  const progress = useProgress()
  const [asking, setAsking] = useState(false)
  const [budget, setBudget] = useState(String(generation.budgetUsd ?? ''))
  const refresh = () => queries.invalidateQueries({ queryKey: ['projects'] })
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => toast.show({ title: sentence(errorOf(error)), tone: 'danger' }),
    onSettled: refresh,
  })
  const publish = useMutation({
    mutationFn: () => unwrap(publishWithProgress(project.id, { despiteFindings: false, onProgress: () => undefined })),
    onError: (error) => {
      const failure = errorOf(error)
      const held = failure.code === 'publish_held'
      toast.show({
        title: held ? strings.heldTitle : failure.message,
        description: held ? strings.heldText : failure.hint,
        tone: 'attention',
      })
    },
    onSettled: refresh,
  })
  if (!progress) return null
  const verbs = verbsOf(progress, plan)
  const open = () => navigate(paths.project(project.id))
  const undoAll = async () => {
    const answer = await undoGeneration(project.id, generation.id)
    if (!answer.ok) return sentence(answer.error)
    const kept = answer.value.kept.length
    if (kept > 0) toast.show({ title: strings.leftAsItIs(kept), tone: 'info' })
    await refresh()
    return undefined
  }
  const go = verbs.go
  return (
    <div className="row wrap gap-8">
      {!readsOnly && (
        <>
          {verbs.undo && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {strings.undoAll}
            </Button>
          )}
          {verbs.redo && (
            <Button
              busy={act.isPending}
              onClick={() => act.mutate(() => unwrap(redoGeneration(project.id, generation.id)))}
            >
              {strings.bringBack}
            </Button>
          )}
          {verbs.stop && (
            <Button
              icon={<Square size={12} />}
              busy={act.isPending}
              onClick={() => act.mutate(() => unwrap(stopGeneration(project.id, generation.id)))}
            >
              {strings.stop}
            </Button>
          )}
          {go !== undefined && !generation.rehearsed && (
            <TextField
              className={styles.budget}
              label={strings.budget}
              hideLabel
              leading="$"
              inputMode="decimal"
              placeholder={strings.noBudget}
              title={strings.budget}
              error={budget.trim() === '' || budgetOf(budget) !== undefined ? undefined : strings.budgetWrong}
              value={budget}
              onChange={(event) => setBudget(event.target.value)}
            />
          )}
          {go !== undefined && (
            <Button
              variant="agent"
              icon={<Sparkles size={14} />}
              busy={act.isPending}
              disabled={budget.trim() !== '' && budgetOf(budget) === undefined}
              onClick={() => act.mutate(() => unwrap(startGeneration(project.id, generation.id, budgetOf(budget))))}
            >
              {go}
            </Button>
          )}
        </>
      )}
      {publish.data && (
        <a className={styles.online} href={publish.data.url} target="_blank" rel="noreferrer">
          {strings.published}
          <ExternalLink size={13} aria-hidden="true" />
        </a>
      )}
      {verbs.site && !readsOnly && <PublishNotice />}
      {verbs.site && !readsOnly && !publish.data && (
        <Button busy={publish.isPending} onClick={() => publish.mutate()}>
          {strings.publish}
        </Button>
      )}
      {verbs.site && (
        <Button variant="primary" onClick={open}>
          {strings.openTheSite}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={strings.undoAllTitle}
        confirm={strings.undoAll}
        onConfirm={undoAll}
      >
        {strings.undoAllText}
      </ConfirmDialog>
    </div>
  )
}

/** The problems that visitors would see at once; leads to the editor, whose checks list them. */
function PublishNotice() {
  const { project } = usePlanScene()
  const { data } = useQuery(publishProblemsQuery(project.id))
  const summary = data ? problemSummary(data.counts) : ''
  if (summary === '') return null
  return (
    <Link to={paths.project(project.id)} className="quiet">
      {`${visitorsWouldSee}: ${summary}`}
    </Link>
  )
}
