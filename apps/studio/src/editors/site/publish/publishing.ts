import type { ProjectRole, PublishProgress, Release } from '@atelier/api'
import type { Finding } from '@atelier/site'
import { ago, bytes, count } from '../../../ui/words.ts'
import * as strings from './strings.ts'

export interface PublishState {
  /** Whether a release is online. */
  isLive: boolean
  /** Whether it was published just now, from this panel. */
  fresh: boolean
  /** How many documents have changed since the release; undefined while that is not known. */
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
    if (unsaved > 0) return strings.savingYourEditsFirst
    if (held) return strings.publishAllTheSame
    if (!isLive) return strings.publishTheSite
    return done ? strings.publishAgain : strings.publishChanges
  }
  return { label: label(), variant: done ? 'secondary' : 'primary', disabled: unsaved > 0 && !pending }
}

/** What is online: “Published 3 hours ago: 4 pages, 120 kB.” */
export function releaseFacts(live: Release | undefined, fresh: boolean, now: number = Date.now()): string {
  if (!live) return strings.unpublishedHint
  const when = fresh ? strings.publishedJustNow : strings.published(ago(live.createdAt, now))
  return `${when}: ${count(live.pages, 'page')}, ${bytes(live.bytes)}.`
}

/** How far a publication is. */
export function progressText({ stage, done, total }: PublishProgress): string {
  if (stage === 'checking') return strings.checkingTheSite
  return stage === 'rendering' ? `Rendering ${done} of ${count(total, 'page')}…` : `Writing ${count(total, 'file')}…`
}

/** The findings that keep a site from being published: its errors, and its warnings if the site asks for that. */
export function findingsInTheWay(
  findings: readonly Finding[],
  gate: 'off' | 'errors' | 'warnings' | undefined,
): Finding[] {
  return findings.filter(({ severity }) => severity === 'error' || (gate === 'warnings' && severity === 'warning'))
}

/** Whether a role only reads a project. Nothing is held back while the role is not known; the server decides. */
export function onlyReads(role: ProjectRole | undefined): boolean {
  return role === 'viewer' || role === 'reviewer'
}

/** An address for people: without its scheme and the slash at its end. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
