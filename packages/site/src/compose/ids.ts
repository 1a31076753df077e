import type { Attribute } from '../document/node.ts'
import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'

/** Attributes that name elements by their `id`: one, or several with white space between. */
const ID_REFERENCES: ReadonlySet<string> = new Set(
  'for form list headers aria-labelledby aria-describedby aria-controls aria-owns aria-flowto aria-details aria-errormessage aria-activedescendant popovertarget commandfor itemref anchor'.split(
    ' ',
  ),
)
/** Attributes that refer to an element if their value is a fragment. */
const FRAGMENTS: ReadonlySet<string> = new Set([
  'href',
  'xlink:href',
  'usemap',
  'clip-path',
  'mask',
  'fill',
  'stroke',
  'filter',
])

/** The ids of an element and its descendants; `skip` leaves an element out with everything inside. */
export function idsOf(tree: PageTree, from: string, skip: (node: PageNode) => boolean = () => false): Set<string> {
  const ids = new Set<string>()
  const stack = [tree.node(from)]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (skip(node)) continue
    const id = node.kind === 'element' ? nodeAttribute(node, 'id') : undefined
    if (id !== undefined && id !== '') ids.add(id)
    for (const child of tree.children(node.id)) stack.push(child)
  }
  return ids
}

/**
 * The ids inside one copy of something that a page holds several times. The first copy keeps its ids; in later ones
 * the ids, and the references to them, get a number.
 */
export interface IdSpace {
  /** The printed form of an id. */
  rename(id: string): string
  has(id: string): boolean
}

/**
 * @param taken the ids that the page has so far; what is printed is added to it
 * @param around the ids of the surrounding copy
 */
export function createIdSpace(own: ReadonlySet<string>, taken: Set<string>, around?: IdSpace): IdSpace {
  const names = new Map<string, string>()
  return {
    has: (id) => own.has(id) || around?.has(id) === true,
    rename(id) {
      if (around && !own.has(id)) return around.rename(id)
      const known = names.get(id)
      if (known !== undefined) return known
      let name = id
      for (let number = 2; taken.has(name); number += 1) name = `${id}-${number}`
      taken.add(name)
      names.set(id, name)
      return name
    },
  }
}

/** Attributes with the ids of this copy. */
export function renameIds(attributes: readonly Attribute[], space: IdSpace): readonly Attribute[] {
  let renamed: Attribute[] | undefined
  for (const [index, [name, value]] of attributes.entries()) {
    const written = renameValue(name, value, space)
    if (written === value) continue
    renamed ??= attributes.slice()
    renamed[index] = [name, written]
  }
  return renamed ?? attributes
}

function renameValue(name: string, value: string, space: IdSpace): string {
  const one = (id: string) => (space.has(id) ? space.rename(id) : id)
  if (name === 'id') return one(value)
  if (ID_REFERENCES.has(name)) return value.replace(/[^\t\n\f\r ]+/g, one)
  if (!FRAGMENTS.has(name)) return value
  if (value.startsWith('#')) return `#${one(value.slice(1))}`
  return value.replace(/^url\(#([^)]+)\)$/, (_, id: string) => `url(#${one(id)})`)
}
