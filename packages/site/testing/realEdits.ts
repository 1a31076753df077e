import { diffLines } from 'diff'

/** An edit of a real file: the source contains its search once. */
export interface RealEdit {
  source: string
  search: string
  replace: string
  /** The resulting source. */
  result: string
}

/** Longer changes than these are new files rather than edits, in lines. */
const MOST_REMOVED = 30
const MOST_ADDED = 40
/** How many lines around a change are tried to make its search unique. */
const MOST_AROUND = 5

/** The edits that make one text another one, change by change, each with as many lines around it as make it unique. */
export function editsBetween(source: string, other: string): RealEdit[] {
  const lines = source.split('\n')
  const found: RealEdit[] = []
  let at = 0
  let removed = 0
  let added: string[] = []
  const flush = () => {
    const from = at - removed
    const changes = removed > 0 || added.length > 0
    for (let around = 1; changes && around <= MOST_AROUND; around += 1) {
      const [before, behind] = [lines.slice(Math.max(0, from - around), from), lines.slice(at, at + around)]
      const search = [...before, ...lines.slice(from, at), ...behind].join('\n')
      if (removed > MOST_REMOVED || added.length > MOST_ADDED || source.split(search).length !== 2) continue
      const replace = [...before, ...added, ...behind].join('\n')
      found.push({ source, search, replace, result: source.replace(search, () => replace) })
      break
    }
    removed = 0
    added = []
  }
  for (const part of diffLines(source, other)) {
    if (part.removed) {
      removed += part.count
      at += part.count
    } else if (part.added) added.push(...part.value.replace(/\n$/, '').split('\n'))
    else {
      flush()
      at += part.count
    }
  }
  flush()
  return found
}
