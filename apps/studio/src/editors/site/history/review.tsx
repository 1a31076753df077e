import { errorText } from '@atelier/operation'
import { lazy, Suspense } from 'react'
import type { Moment } from '../../../api/versions.ts'
import type { ChangeReview } from '../../../shell/agent/run/review.ts'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import * as strings from './strings.ts'

const Frames = lazy(async () => ({ default: (await import('./Frames.tsx')).Frames }))

/** A state of the site, and how it is called. */
export interface Side {
  name: string
  moment: Moment
}

/** Shows what a change set, such as a run's, has changed, and takes parts of it back. */
export function reviewOfChangeSet(
  session: EditorSession,
  { changeSetId: changeSet, state }: { changeSetId: string; state: 'applied' | 'undone' },
): ChangeReview {
  return {
    frames: framesOf(
      { name: strings.before, moment: { changeSet, side: 'before' } },
      // While it is applied, what was taken back since is not shown as done.
      state === 'applied'
        ? { name: strings.now, moment: {} }
        : { name: strings.after, moment: { changeSet, side: 'after' } },
    ),
    restore: restoreFrom(session, { changeSetId: changeSet }),
  }
}

/** Shows what has changed since a version; until now parts of it can be taken back. */
export function reviewOfVersion(
  session: EditorSession,
  version: { id: string; name: string },
  to: Side = { name: strings.now, moment: {} },
): ChangeReview {
  const frames = framesOf({ name: version.name, moment: { version: version.id } }, to)
  const isNow = 'version' in to.moment ? to.moment.version === undefined : !('changeSet' in to.moment)
  return { frames, ...(isNow ? { restore: restoreFrom(session, { versionId: version.id }) } : {}) }
}

function restoreFrom(
  session: EditorSession,
  source: { changeSetId: string } | { versionId: string },
): NonNullable<ChangeReview['restore']> {
  return async (documentId, part) => {
    const result = await session.attempt(operations.restoreChanges, { ...source, changes: [{ documentId, part }] })
    if (!result.ok) return errorText(result)
    const [first] = result.data?.kept ?? []
    if (first) return strings.leftAsItIs(first.reason)
    return result.data?.restored === 0 ? strings.nothingWasDifferent : undefined
  }
}

const framesOf =
  (before: Side, after: Side): ChangeReview['frames'] =>
  (props) => (
    <Suspense fallback={<Skeleton height={320} radius={8} />}>
      <Frames before={before} after={after} {...props} />
    </Suspense>
  )
