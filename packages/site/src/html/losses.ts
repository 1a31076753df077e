import type { Refusal } from './refuse.ts'

/** A part of a source that is missing from the tree built from it. */
export interface Loss {
  /** The tag of the element that was dropped or lost attributes. */
  tag: string
  attrs: readonly { readonly name: string; readonly value: string }[]
  /** Set if the element itself was kept. */
  onlyAttributes?: true
}

/** The maximum number of kinds named one by one; the others are counted. */
const NAMED = 200

/** The required context of elements that the parser drops outside it. */
const NEEDS: Readonly<Record<string, string>> = {
  body: 'to be the only one, of a whole document',
  caption: 'a <table>',
  col: 'a <colgroup>',
  colgroup: 'a <table>',
  form: 'a place outside any other <form>',
  frame: 'a <frameset>',
  frameset: 'a document without a body',
  head: 'to be the only one, of a whole document',
  html: 'to be the only one, of a whole document',
  select: 'a place outside any other <select>',
  tbody: 'a <table>',
  td: 'a <tr>',
  tfoot: 'a <table>',
  th: 'a <tr>',
  thead: 'a <table>',
  tr: 'a <table> or a table section',
}

/** The losses as notes, those that read the same as one. */
export function lossNotes(losses: readonly Loss[]): Refusal[] {
  const counts = new Map<string, { tag: string; where: string; count: number }>()
  let others = 0
  for (const { tag, attrs, onlyAttributes } of losses) {
    const written = attrs.map(({ name, value }) => `${name}="${short(value)}"`)
    for (const what of onlyAttributes ? written : [`<${[tag, ...written].join(' ')}>`]) {
      const known = counts.get(what)
      if (known) known.count += 1
      else if (counts.size < NAMED) counts.set(what, { tag, where: onlyAttributes ? tag : '', count: 1 })
      else others += 1
    }
  }
  const notes = [...counts].map(([what, { tag, where, count }]) => ({
    what: `${what}${times(count)}`,
    where,
    why: where === '' ? whyDropped(tag) : 'the element has that attribute already; the first one counts',
  }))
  if (others > 0)
    notes.push({ what: `${others} more elements and attributes`, where: '', why: 'HTML drops them there' })
  return notes
}

export const times = (count: number) => (count === 1 ? '' : ` (${count} times)`)

export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function whyDropped(tag: string): string {
  const needs = Object.hasOwn(NEEDS, tag) ? NEEDS[tag] : undefined
  return needs === undefined ? 'HTML drops it there' : `HTML drops it there; it needs ${needs}`
}
