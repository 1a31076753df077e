import type { RepositoryStatus } from '@atelier/api'
import * as strings from '../strings.ts'

/** How far an entry is: what is typed, saved, shown, and in the repository. */
export function repositoryWords({
  saving,
  unsent,
  refused,
  problems,
  waits,
  changed,
  repository,
}: {
  saving: boolean
  unsent: number
  refused: number
  problems: number
  waits: boolean
  changed: boolean
  repository: Pick<RepositoryStatus, 'seq' | 'written' | 'state'> | undefined
}): string {
  if (saving) return strings.saving
  if (unsent > 0) return strings.unsentFields(unsent)
  if (refused > 0) return strings.refusedFields(refused)
  if (waits) return strings.savedOnly(strings.forReview)
  if (problems > 0) return strings.savedOnly(strings.notOnTheSite)
  if (changed) return strings.savedOnly(strings.untilPublished)
  if (!repository) return strings.saved
  if (repository.state === 'failed') return strings.savedOnly(strings.repositoryFailed)
  if (repository.state === 'unavailable') return strings.savedOnly(strings.noRepository)
  return repository.written >= repository.seq ? strings.savedInRepository : strings.savedOnly(strings.onItsWay)
}
