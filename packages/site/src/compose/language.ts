import type { Attribute } from '../document/node.ts'
import { isOutlet } from '../document/special.ts'
import { nodeAttribute, type PageNode } from '../document/tree.ts'
import { contentField } from './contentField.ts'
import { fieldOrigin } from './fieldOrigin.ts'
import type { Scope, ShownEntry } from './pieces.ts'

/** The language of what an element shows, where that is not translated to the page's yet. @param shows of the page */
export function languageOfText(node: PageNode, scope: Scope, shows: ShownEntry | undefined): string | undefined {
  const { turns, inner } = scope
  const [child, another] = turns.length > 0 || inner ? scope.tree.children(node.id) : []
  if (child && !another && isOutlet(child) && inner?.content !== undefined) {
    const field = shows === undefined ? undefined : contentField(shows)
    return shows === undefined || field === undefined ? undefined : shows.source.language?.(shows.entry, field)
  }
  if (turns.length === 0) return undefined
  const text = child?.kind === 'text' && !another ? child.text : child ? undefined : nodeAttribute(node, 'alt')
  const origin = text === undefined ? undefined : fieldOrigin(text, scope)
  return origin?.source.language?.(origin.entry, origin.field)
}

/** The attributes of an element whose text is in a language of its own; one that names a language itself keeps that. */
export const withLanguage = (attributes: readonly Attribute[], language: string | undefined): readonly Attribute[] =>
  language === undefined || attributes.some(([name]) => name === 'lang')
    ? attributes
    : [...attributes, ['lang', language]]
