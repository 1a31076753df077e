import type { Finding } from '@atelier/site'
import * as words from '../../../shell/publish/strings.ts'
import * as strings from './strings.ts'

export interface PublishState {
  /** Whether a release is online. */
  isLive: boolean
  /** Whether it was published just now, from this panel. */
  fresh: boolean
  /** How many pages and entries have changed since the release; undefined while that is not known. */
  changes: number | undefined
  /** How many edits have not reached the server. */
  unsaved: number
  /** Whether the checks refused the last attempt. */
  held: boolean
  pending: boolean
}

/** The button that publishes: it waits for edits to be saved, and stands back if there is nothing new. */
export function publishButton({ isLive, fresh, changes, unsaved, held, pending }: PublishState): {
  label: string
  variant: 'primary' | 'secondary'
  disabled: boolean
} {
  const done = fresh || (isLive && changes === 0)
  const label = () => {
    if (unsaved > 0) return words.savingYourEditsFirst
    if (held) return strings.publishAllTheSame
    if (!isLive) return words.publishTheSite
    return done ? words.publishAgain : strings.publishChanges
  }
  return { label: label(), variant: done ? 'secondary' : 'primary', disabled: unsaved > 0 && !pending }
}

/** The findings that keep a site from being published: its errors, and its warnings if the site asks for that. */
export function findingsInTheWay(
  findings: readonly Finding[],
  gate: 'off' | 'errors' | 'warnings' | undefined,
): Finding[] {
  return findings.filter(({ severity }) => severity === 'error' || (gate === 'warnings' && severity === 'warning'))
}
