import type { ProjectRole, PublishProgress, Release } from '@atelier/api'
import { VISIBLE_KINDS, type VisibleKind } from '@atelier/site'
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

/** The problems that visitors would see: “2 dead links, 1 blank to fill in”; empty if there are none. */
export function problemSummary(counts: Readonly<Record<VisibleKind, number>>): string {
  const kinds = VISIBLE_KINDS.filter((kind) => counts[kind] > 0)
  return kinds.map((kind) => strings.problemCounts[kind](counts[kind])).join(', ')
}
