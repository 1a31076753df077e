export interface CodePart {
  content: string
  pageInfo: {
    part: number
    totalParts: number
    nextPart: number | null
    maxChars: number
    totalChars: number
    /** The range of characters of the whole that it holds. */
    range: [start: number, end: number]
  }
}

/** One part of a text, cut after a line if one ends in its second half; undefined if there are fewer parts. */
export function codePart(content: string, part: number, maxChars: number): CodePart | undefined {
  const cuts = [0]
  for (let at = 0; at < content.length; ) {
    let end = Math.min(content.length, at + maxChars)
    if (end < content.length) {
      const line = content.lastIndexOf('\n', end - 1) + 1
      if (line > at + maxChars / 2) end = line
      // A character of two code units stays whole.
      else if (/[\ud800-\udbff]/.test(content.charAt(end - 1)) && end - 1 > at) end -= 1
    }
    cuts.push(end)
    at = end
  }
  const totalParts = Math.max(1, cuts.length - 1)
  if (part > totalParts) return undefined
  const [start, end] = [cuts[part - 1] ?? 0, cuts[part] ?? content.length]
  return {
    content: content.slice(start, end),
    pageInfo: {
      part,
      totalParts,
      nextPart: part < totalParts ? part + 1 : null,
      maxChars,
      totalChars: content.length,
      range: [start, end],
    },
  }
}
