/** A part of the clipboard that no text has. */
export const leftOutKinds = [
  'video',
  'audio',
  'frame',
  'drawing',
  'control',
  'comment',
  'picture',
  'mergedCell',
  'listInCell',
] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

/** How many of each were left out, or changed into what a text has. */
export type LeftOut = ReadonlyMap<LeftOutKind, number>

export function countLeftOut() {
  const counts = new Map<LeftOutKind, number>()
  return {
    counts: counts satisfies LeftOut,
    add: (kind: LeftOutKind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
  }
}

const byTag = new Map<string, LeftOutKind>([
  ['video', 'video'],
  ['audio', 'audio'],
  ['iframe', 'frame'],
  ['object', 'frame'],
  ['embed', 'frame'],
  ['svg', 'drawing'],
  ['canvas', 'drawing'],
  ['input', 'control'],
  ['select', 'control'],
  ['textarea', 'control'],
  ['progress', 'control'],
  ['meter', 'control'],
])

/** The kind of an element that is left out with all that is in it. */
export const leftOutKind = (tag: string) => byTag.get(tag)
