import { printLoose } from '../html/print.ts'
import { type MergeChunk, mergeLists, splitWords } from './mergeWords.ts'
import { joinRuns, type Mark, type Run, runLength, sameMarks, sameRuns } from './run.ts'

export interface MergedRuns {
  /** Where there are conflicts, both: theirs, then mine. */
  runs: Run[]
  conflicts: number
}

/** A word, or an atom, with the marks of each of its parts. */
interface Word {
  key: string
  runs: readonly Run[]
}

/**
 * The edits of two people to one text, with its formatting, merged: words merge as in `mergeWords`, and in a word that
 * both kept the formatting of the one who changed it counts (mine, if both did).
 */
export function mergeRuns(base: readonly Run[], mine: readonly Run[], theirs: readonly Run[]): MergedRuns {
  if (sameRuns(base, theirs) || sameRuns(mine, theirs)) return { runs: [...mine], conflicts: 0 }
  if (sameRuns(base, mine)) return { runs: [...theirs], conflicts: 0 }
  const chunks: MergeChunk<Word>[] = mergeLists(
    runWords(base),
    runWords(mine),
    runWords(theirs),
    ({ key }) => key,
    (was, own, other) => (sameFormat(own, was) ? other : own),
  )
  let conflicts = 0
  const runs = chunks.flatMap((chunk) => {
    if (!chunk.conflict) return chunk.items.flatMap((word) => word.runs)
    conflicts += 1
    const [other, own] = [chunk.theirs, chunk.mine].map((words) => words.flatMap((word) => word.runs))
    return [...(other ?? []), ...spaceBetween(other?.at(-1), own?.[0]), ...(own ?? [])]
  })
  return { runs: joinRuns(runs), conflicts }
}

function spaceBetween(a: Run | undefined, b: Run | undefined): Run[] {
  return a?.text !== undefined && b?.text !== undefined && /\S$/.test(a.text) && /^\S/.test(b.text)
    ? [{ text: ' ', marks: [] }]
    : []
}

/** The words of a text, whatever their formatting: one that is bold in part is still one word. */
function runWords(runs: readonly Run[]): Word[] {
  const words: Word[] = []
  let pending: Run[] = []
  const flush = () => {
    const text = pending.map((run) => run.text ?? '').join('')
    const waiting = pending.values()
    let run = waiting.next().value
    let used = 0
    for (const word of splitWords(text)) {
      const parts: Run[] = []
      for (let left = word.length; left > 0 && run?.text !== undefined; ) {
        const taken = Math.min(left, runLength(run) - used)
        parts.push({ text: run.text.slice(used, used + taken), marks: run.marks })
        left -= taken
        used += taken
        if (used < runLength(run)) continue
        run = waiting.next().value
        used = 0
      }
      words.push({ key: word, runs: parts })
    }
    pending = []
  }
  for (const run of runs) {
    if (run.text !== undefined) {
      pending.push(run)
      continue
    }
    flush()
    const { uid } = run.atom
    words.push({ key: uid === undefined ? `<${printLoose([run.atom])}` : `<#${uid}`, runs: [run] })
  }
  flush()
  return words
}

function sameFormat(a: Word, b: Word): boolean {
  const marksOf = ({ runs }: Word): { marks: readonly Mark[]; length: number }[] =>
    runs.map((run) => ({ marks: run.marks, length: runLength(run) }))
  const [own, other] = [marksOf(a), marksOf(b)]
  return (
    own.length === other.length &&
    own.every((part, i) => part.length === other[i]?.length && sameMarks(part.marks, other[i].marks))
  )
}
