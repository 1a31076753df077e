import type { ContentBranch } from '@atelier/api'
import { GitPullRequestArrow } from 'lucide-react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { EmptyState } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'

/** The changes that wait for a review, and the last ones that were decided on. */
export function BranchList({ overview }: { overview: ContentOverview }) {
  const open = overview.branches.filter(({ state }) => state === 'open')
  const closed = overview.branches.filter(({ state }) => state !== 'open')
  return (
    <main className={styles.main}>
      <div className={styles.column}>
        <h1 className="break-anywhere type-title">{strings.review}</h1>
        {open.length === 0 ? (
          <EmptyState icon={<GitPullRequestArrow size={20} />} title={strings.nothingToReview}>
            {strings.nothingToReviewHint}
          </EmptyState>
        ) : (
          <Branches label={strings.review} branches={open} />
        )}
        {closed.length > 0 && (
          <>
            <h2 className={styles.heading}>{strings.decided}</h2>
            <Branches label={strings.decided} branches={closed} />
          </>
        )}
      </div>
    </main>
  )
}

function Branches({ label, branches }: { label: string; branches: readonly ContentBranch[] }) {
  const { project } = useContent()
  return (
    <ul className={styles.rows} aria-label={label}>
      {branches.map(({ id, title, createdBy, closedBy, changes, mergeAt, scheduleEnded, updatedAt, state }) => (
        <li key={id}>
          <Link to={paths.content(project.id, { review: id })} className={styles.branch}>
            <span className={styles.name}>{title}</span>
            {state !== 'open' && (
              <span className="quiet">
                {closedBy === undefined ? strings.branchStates[state] : strings.decidedBy[state](closedBy)}
              </span>
            )}
            {mergeAt !== undefined && <span className="quiet">{strings.mergesAt(dateAndTime(mergeAt))}</span>}
            {scheduleEnded !== undefined && <span className="quiet">{strings.scheduleEnded}</span>}
            <span className="quiet">{strings.changes(changes)}</span>
            <span className="quiet">
              {createdBy === undefined ? ago(updatedAt) : strings.byWhen(createdBy, ago(updatedAt))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
