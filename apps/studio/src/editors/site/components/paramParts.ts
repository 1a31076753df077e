import { mayHoldToken, nodeAttribute, nodeClasses, type PageNode, type PageTree } from '@atelier/site'
import * as strings from './strings.ts'

/** A part of a node that can become a parameter; without an attribute it is the text. */
export interface ParamPart {
  attribute?: string
  label: string
}

const ATTRIBUTES = [
  ['href', strings.link],
  ['src', strings.picture],
  ['alt', strings.alternativeText],
] as const

/**
 * The parts of a component's node that can become a parameter: a text, a link, a picture, where it is not one already.
 */
export function paramParts(tree: PageTree, node: PageNode): ParamPart[] {
  const children = node.kind === 'element' ? tree.children(node.id) : [node]
  const text = children.map((child) => child.text).join('')
  const isText = children.every(({ kind }) => kind === 'text') && text.trim() !== '' && !mayHoldToken(text)
  const attributes = ATTRIBUTES.filter(([name]) => {
    const value = nodeAttribute(node, name)
    return value !== undefined && !mayHoldToken(value)
  })
  return [
    ...(isText ? [{ label: strings.text }] : []),
    ...attributes.map(([attribute, label]) => ({ attribute, label })),
  ]
}

/** Whether an element can have variants: its classes hold no parameter yet. */
export function canVary(node: PageNode): boolean {
  return node.kind === 'element' && !nodeClasses(node).some(mayHoldToken)
}

/** The classes that were typed, each once: separated by spaces or commas, with or without dots. */
export function typedClasses(text: string): string[] {
  return [...new Set(text.split(/[\s,.]+/).filter((name) => name !== '' && !/[{}]/.test(name)))]
}
