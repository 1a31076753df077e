import { CircleCheck, CircleDashed } from 'lucide-react'
import * as strings from '../texts/strings.ts'
import styles from './TaskPlanCard.module.css'
import type { ShownTaskPlan } from './taskPlan.ts'

export interface TaskPlanCardProps {
  plan: ShownTaskPlan
  /** The numbers of the steps that are done. */
  done: ReadonlySet<number>
}

/** The steps of a plan, ticked off as they are done, and what has to be known first. */
export function TaskPlanCard({ plan, done }: TaskPlanCardProps) {
  const { steps, open } = plan
  if (steps.length === 0 && open.length === 0) return null
  return (
    <section className={styles.card} aria-label={strings.planLabel}>
      <p className="type-caption color-secondary m-0">{strings.planProgress(done.size, steps.length)}</p>
      <ol className={styles.steps}>
        {steps.map(({ step, what, about, asks }) => (
          <li key={step} className={styles.step} data-done={done.has(step) ? '' : undefined}>
            {done.has(step) ? (
              <CircleCheck size={14} className={styles.mark} aria-label={strings.stepDone} />
            ) : (
              <CircleDashed size={14} className={styles.mark} aria-label={strings.stepOpen} />
            )}
            <span className="min-w-0">
              {what}
              {about !== '' && <span className="color-secondary"> {about}</span>}
              {asks && <span className="quiet"> {strings.stepAsksFirst}</span>}
            </span>
          </li>
        ))}
      </ol>
      {open.length > 0 && (
        <ul className={styles.open} aria-label={strings.planOpenQuestions}>
          {open.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
