import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { errorOf } from '../api/client.ts'
import { generationsQuery } from '../api/generations.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Dialog, EmptyState, ErrorNote, Skeleton } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import styles from './BriefDialog.module.css'
import * as strings from './strings.ts'

/** The plans that were made for a project, newest first. */
export function PlansDialog({
  projectId,
  open,
  onOpenChange,
}: {
  projectId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const plans = useQuery({ ...generationsQuery(projectId), enabled: open, staleTime: 0 })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={strings.plans} description={strings.plansHint}>
      {plans.isPending ? (
        <Skeleton height={44} radius={6} />
      ) : plans.isError ? (
        <ErrorNote title={errorOf(plans.error).message}>{errorOf(plans.error).hint}</ErrorNote>
      ) : plans.data.generations.length === 0 ? (
        <EmptyState icon={<Sparkles size={18} />} title={strings.noPlans}>
          {strings.noPlansHint}
        </EmptyState>
      ) : (
        <ul className={styles.plans}>
          {plans.data.generations.map(({ id, brief, kind, state, undone, createdAt }) => (
            <li key={id}>
              <Link to={paths.plan(projectId, id)} className={styles.plan}>
                <span className="truncate">{brief}</span>
                <span className="flex justify-between gap-12 quiet">
                  {strings.planFacts(strings.kinds[kind], undone ? strings.takenBack : strings.states[state])}
                  <span>{ago(createdAt)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
