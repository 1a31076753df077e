import { diffWords } from '../../shell/agent/run/diff.ts'

/** How many words of a text are other ones now: those that came, or those that went, whichever are more. */
export function changedWords(before: string, after: string): number {
  const count = (wanted: 'added' | 'removed') =>
    diffWords(before, after)
      .filter(({ kind }) => kind === wanted)
      .reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => word !== '').length, 0)
  return Math.max(count('added'), count('removed'))
}
