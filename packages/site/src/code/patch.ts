export interface Replacement {
  oldText: string
  newText: string
  replaceAll?: boolean
}

export type PatchOutcome =
  | { ok: true; content: string; replaced: number }
  /** `index` of the replacement; `count` of places where its text stands; `near` the most similar text. */
  | { ok: false; index: number; count: number; lines: number[]; near?: string }

/**
 * Applies replacements in order, each to the result of the ones before it. A text that is not found, or found in
 * several places without `replaceAll`, is an error: then none is applied.
 */
export function patchText(content: string, replacements: readonly Replacement[]): PatchOutcome {
  let text = content
  let replaced = 0
  for (const [index, { oldText, newText, replaceAll = false }] of replacements.entries()) {
    const places = placesOf(text, oldText)
    if (places.length === 0) {
      const near = nearest(text, oldText)
      return { ok: false, index, count: 0, lines: [], ...(near === undefined ? {} : { near }) }
    }
    if (places.length > 1 && !replaceAll) {
      return { ok: false, index, count: places.length, lines: places.slice(0, 10).map((at) => lineOf(text, at)) }
    }
    let out = ''
    let from = 0
    for (const at of places) {
      out += text.slice(from, at) + newText
      from = at + oldText.length
    }
    text = out + text.slice(from)
    replaced += places.length
  }
  return { ok: true, content: text, replaced }
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0 && wanted !== ''; at = text.indexOf(wanted, at + wanted.length))
    places.push(at)
  return places
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

/** The line most likely meant: the same except for white space, or one that holds the first words. */
function nearest(text: string, wanted: string): string | undefined {
  const bare = (line: string) => line.replace(/\s+/g, '')
  const first = wanted
    .split('\n')
    .map(bare)
    .find((line) => line !== '')
  if (first === undefined) return undefined
  const lines = text.split('\n')
  const at = lines.findIndex((line) => bare(line) === first)
  const found = at >= 0 ? at : lines.findIndex((line) => first.length > 5 && bare(line).includes(first.slice(0, 20)))
  return found < 0 ? undefined : `${found + 1}: ${lines[found]?.slice(0, 200)}`
}
