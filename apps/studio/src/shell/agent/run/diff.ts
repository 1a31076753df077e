/** A piece of a comparison: a line or some words that stand on both sides, or on one of them. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The lines of two texts against each other; whole replacement above 400 lines. */
export function diffLines(before: string, after: string): DiffPart[] {
  return compare(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'), 400)
}

/**
 * The words of two one-line values against each other, neighbours of one kind joined. Where less than a third is common
 * the whole values stand against each other: scattered matches would be harder to read than both sides.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const parts = compare(words(before), words(after), 300)
  const common = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0)
  if (common * 3 < Math.max(before.length, after.length)) {
    return [part('removed', before), part('added', after)].filter(({ text }) => text !== '')
  }
  return joined(parts)
}

/** Words, numbers with their unit, names with their dashes; spaces and signs on their own. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_#.%-]+|\s+|./gu) ?? []
}

/** A longest common subsequence, the removed before the added; `most` bounds the length of a side that is compared. */
function compare(a: readonly string[], b: readonly string[], most: number): DiffPart[] {
  if (a.length > most || b.length > most) {
    return [...a.map((text) => part('removed', text)), ...b.map((text) => part('added', text))]
  }
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      parts.push(part('same', left))
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push(part('removed', left))
      i++
    } else {
      parts.push(part('added', right ?? ''))
      j++
    }
  }
  return parts
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const each of parts) {
    const last = all.at(-1)
    if (last?.kind === each.kind) last.text += each.text
    else all.push({ ...each })
  }
  return all
}

function part(kind: DiffPart['kind'], text: string): DiffPart {
  return { kind, text }
}
