import type { Namespace } from '../document/node.ts'
import { nodeAttribute, nodeClasses, type PageNode } from '../document/tree.ts'

/** Attributes whose value is one or more ids, with the elements that have them; none means all elements. */
const ID_LISTS: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  for: new Set(['label', 'output']),
  form: new Set('button fieldset input object output select textarea'.split(' ')),
  list: new Set(['input']),
  headers: new Set(['td', 'th']),
  popovertarget: new Set(['button', 'input']),
  commandfor: new Set(['button']),
  'aria-activedescendant': undefined,
  'aria-controls': undefined,
  'aria-describedby': undefined,
  'aria-details': undefined,
  'aria-errormessage': undefined,
  'aria-flowto': undefined,
  'aria-labelledby': undefined,
  'aria-owns': undefined,
}
const FILES: ReadonlySet<string> = new Set(['src', 'srcset', 'poster', 'data'])
const URLS = /url\(\s{0,20}["']?([^"')\s]{1,500})/g
const PICTURES_BY_HREF = /^(?:image|feimage)$/i

/** The ids that an attribute other than a link names: `aria-labelledby="a b"`, `for="q"`, `usemap="#m"`. */
export function idsNamedBy(tag: string, name: string, value: string): string[] {
  if (value === '') return []
  if (Object.hasOwn(ID_LISTS, name)) {
    const elements = ID_LISTS[name]
    return elements === undefined || elements.has(tag) ? value.split(/[\t\n\f\r ]+/).filter((id) => id !== '') : []
  }
  if (!value.includes('#')) return []
  if (name === 'usemap' || ((name === 'href' || name === 'xlink:href') && tag === 'use'))
    return value.startsWith('#') ? [decodeFragment(value.slice(1))] : []
  const inUrl = /^\s{0,20}url\(\s{0,20}["']?#([^"')\s]{1,200})["']?\s{0,20}\)/.exec(value)?.[1]
  return inUrl === undefined ? [] : [inUrl]
}

/** The id on the same page that a link leads to; undefined if it leads to its top, to a text or elsewhere. */
export function anchorOf(tag: string, name: string, value: string): string | undefined {
  if (name !== 'href' || (tag !== 'a' && tag !== 'area')) return undefined
  const url = value.trim()
  if (!url.startsWith('#') || url.length < 2 || /^#(?:top$|!|\/|:~:)/i.test(url)) return undefined
  return decodeFragment(url.slice(1).split(':~:', 1)[0] ?? '')
}

export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded: it means itself.
    return text
  }
}

/** A reference that an attribute makes by name. */
export interface NameUse {
  tag: string
  name: string
  value: string
}

/** The names that elements have and refer to, collected while they are checked. */
export class Inventory {
  /** How often each id is set. */
  readonly ids = new Map<string, number>()
  readonly anchors: (NameUse & { id: string })[] = []
  readonly idUses: (NameUse & { id: string })[] = []
  readonly links: NameUse[] = []
  readonly files: NameUse[] = []
  readonly classes = new Set<string>()
  /** Values of `class` already checked: similar elements share them. */
  readonly #classTexts = new Set<string>()

  note(tag: string, ns: Namespace | undefined, name: string, value: string): void {
    if (name === 'class') {
      if (this.#classTexts.has(value)) return
      this.#classTexts.add(value)
      for (const token of value.split(/[\t\n\f\r ]+/)) if (token !== '') this.classes.add(token)
    } else if (name === 'id' || (name === 'name' && (tag === 'a' || tag === 'map'))) {
      if (value !== '') this.ids.set(value, (this.ids.get(value) ?? 0) + (name === 'id' ? 1 : 0))
    } else if (value.includes('{')) return
    else if (name === 'href' && (tag === 'a' || tag === 'area')) {
      const id = anchorOf(tag, name, value)
      if (id !== undefined) this.anchors.push({ tag, name, value, id })
      else if (!value.trim().startsWith('#')) this.links.push({ tag, name, value })
    } else if (
      FILES.has(name) ||
      (name === 'href' && (tag === 'link' || (ns === 'svg' && PICTURES_BY_HREF.test(tag))))
    ) {
      this.files.push({ tag, name, value })
    } else if (name === 'style') {
      if (value.includes('url('))
        for (const [, url = ''] of value.matchAll(URLS)) this.files.push({ tag, name, value: url })
    } else for (const id of idsNamedBy(tag, name, value)) this.idUses.push({ tag, name, value, id })
  }

  /** The same for an attribute that a node of a page gets: classes that it has already are nothing new. */
  noteNew(node: PageNode, name: string, value: string): void {
    if (nodeAttribute(node, name) === value) return
    const known = new Set(name === 'class' ? nodeClasses(node) : [])
    this.note(node.tag, node.ns, name, value)
    for (const token of known) this.classes.delete(token)
  }
}
