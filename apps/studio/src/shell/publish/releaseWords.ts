import type { ProjectRole, PublishProgress, Release } from '@atelier/api'
import { ago, bytes, count } from '../../ui/words.ts'
import * as strings from './strings.ts'

/** The facts of the live release: “Published 3 hours ago: 4 pages, 120 kB.” */
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

/** Whether a role only reads a project. Nothing is held back while the role is not known; the server decides. */
export function onlyReads(role: ProjectRole | undefined): boolean {
  return role === 'viewer' || role === 'reviewer'
}

/** An address for people: without its scheme and the slash at its end. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
