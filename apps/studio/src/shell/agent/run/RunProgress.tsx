import type { RunRecord } from '@atelier/agent'
import { useEffect, useState } from 'react'
import * as strings from '../texts/strings.ts'
import { duration } from '../transcript/toolLine.ts'
import styles from './RunProgress.module.css'
import { cost, retrying } from './summary.ts'

export interface RunProgressProps {
  run: RunRecord | undefined
  /** When the person asked; epoch milliseconds. */
  since: number
}

/** While a run is active: a moving line, the round, the elapsed time and the cost so far. */
export function RunProgress({ run, since }: RunProgressProps) {
  const started = run?.startedAt ?? since
  const elapsed = useElapsed(started)
  const state = runState(run, started + elapsed)
  return (
    <div className={styles.progress} data-waiting={run?.status === 'waiting' ? '' : undefined}>
      <p className="visually-hidden" role="status">
        {/* Without the countdown, which would be read out every second. */}
        {run?.status === 'waiting' ? '' : 'The agent is at work. '}
        {runState(run, Number.POSITIVE_INFINITY)}.
      </p>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} />
      </div>
      <div className={styles.line} aria-hidden="true">
        <span className={styles.state}>{state}</span>
        <span>{duration(elapsed)}</span>
        {run?.costUsd ? <span>{cost(run.costUsd)}</span> : null}
      </div>
    </div>
  )
}

function runState(run: RunRecord | undefined, now: number): string {
  if (!run) return 'Sending'
  if (run.retry) return retrying(run.retry, now)
  if (run.status === 'waiting') return strings.waitsForYou
  if (run.status !== 'running') return 'Starting'
  return run.rounds === undefined ? 'Working' : strings.roundName(Math.max(1, run.rounds))
}

/** Milliseconds since `started`, ten times a second at first and then every second. */
function useElapsed(started: number): number {
  const [now, setNow] = useState(() => Date.now())
  const early = now - started < 10_000
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), early ? 100 : 1000)
    return () => clearInterval(timer)
  }, [early])
  return Math.max(0, now - started)
}
