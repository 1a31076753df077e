import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorOf } from '../../api/client.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { focusIfScrolls } from '../../ui/focusIfScrolls.ts'
import { Skeleton } from '../../ui/Spinner.tsx'
import styles from '../bar/Bar.module.css'
import { progressText, releaseFacts, shortAddress } from './releaseWords.ts'
import * as strings from './strings.ts'
import type { Publication } from './usePublication.ts'

export interface PublishPanelProps {
  publication: Publication
  /** Said in place of what is online. */
  facts?: string | undefined
  /** A failure besides those of publishing and reading the releases. */
  error?: Error | null
  /** The message of a failure, if it is not the sentence of its error. */
  failure?: { title: string; hint: string } | undefined
  /** Changes that visitors do not see yet; undefined until it is read. */
  changes: ReactNode
  /** Below what failed, such as what keeps the site from being published. */
  obstacles?: ReactNode
  /** Between the changes and the progress. */
  review?: ReactNode
  /** The button, and what is below it. */
  children: ReactNode
}

/** The online release, the new changes, the progress of publishing, and the button that publishes. */
export function PublishPanel({
  publication,
  facts,
  error,
  failure,
  changes,
  obstacles,
  review,
  children,
}: PublishPanelProps) {
  const { releases, live, unpublished, publish, progress, isFresh } = publication
  const failed = publish.error ?? error ?? releases.error ?? unpublished.error
  return (
    <div className={styles.panel}>
      {releases.isPending && <Skeleton height={36} radius={8} />}
      {live && (
        <a className={styles.link} href={live.url} target="_blank" rel="noreferrer">
          <span>{shortAddress(live.url)}</span>
          <ExternalLink size={14} className="rigid" />
        </a>
      )}
      {releases.isSuccess && (
        <p className="quiet" role="status">
          {facts ?? releaseFacts(live, isFresh)}
        </p>
      )}
      {failed && (
        <ErrorNote title={failure?.title ?? errorOf(failed).message}>
          {failure?.hint ?? errorOf(failed).hint ?? strings.publishFailedHint}
        </ErrorNote>
      )}
      {obstacles}
      {live && changes !== undefined && !publish.isPending && (
        <section className={styles.changes} aria-label={strings.unpublishedChanges} ref={focusIfScrolls}>
          {changes}
        </section>
      )}
      {review}
      {progress && (
        <p className="quiet" role="status">
          {progressText(progress)}
        </p>
      )}
      {children}
    </div>
  )
}
