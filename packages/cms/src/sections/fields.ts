import type { View } from '@atelier/documents'
import {
  type ComponentParam,
  componentParams,
  editableTexts,
  isComponent,
  mapCssUrls,
  nodeAttribute,
  type PageNode,
  type PageTree,
  type Run,
  replaceTokens,
  treeRuns,
} from '@atelier/site'
import { textOfRuns } from './words.ts'

/** The value of a field as it is read and written. */
export type FieldValue = string | { label: string; href: string } | { src: string; alt: string }

/** The field of an entry that a text shows. */
export interface FieldEntry {
  collectionSlug: string
  entryId: string
  field: string
  /** Absent if the collection has no locales. */
  locale?: string
}

/** A place of a section that a person fills: a text, a link, a picture, a background, a parameter of a component. */
export interface Field {
  /** Its role and the end of its node's id: it stays the same when others are inserted. */
  name: string
  kind: 'text' | 'link' | 'picture' | 'background' | 'parameter'
  role: string
  nodeId: string
  value: FieldValue
  /** A text comes from an entry or a setting, so that it cannot be written here. */
  isBound: boolean
  /** The entry that holds the text, and is written instead. */
  entry?: FieldEntry
  /** For a parameter. */
  param?: ComponentParam
}

const ROLES: Readonly<Record<string, string>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  a: 'link',
  button: 'button',
  li: 'item',
  blockquote: 'quote',
  figcaption: 'caption',
  caption: 'caption',
  td: 'cell',
  th: 'cell',
  dt: 'term',
  dd: 'description',
  label: 'label',
  summary: 'summary',
}
/** The letters of a node's id that a name has, as far as they tell it from the others. */
const SHORTEST = 4

/** The fields of a section in document order. */
export function sectionFields(site: View, tree: PageTree, sectionId: string): Field[] {
  const texts = new Set(editableTexts(tree, sectionId).map((id) => linkAlone(tree, id) ?? id))
  const found: Omit<Field, 'name'>[] = []
  for (const node of tree.walk(sectionId)) {
    if (node.kind !== 'element' || node.ns !== undefined) continue
    if (isComponent(node)) found.push(...parameterFields(site, node))
    else if (node.tag === 'img') found.push(pictureField(node))
    else if (node.tag === 'a' && nodeAttribute(node, 'href') !== undefined) found.push(linkField(tree, node))
    else if (texts.has(node.id)) found.push(textField(tree, node))
    const background = backgroundField(node)
    if (background !== undefined) found.push(background)
  }
  return withNames(found)
}

/** The words of the first heading of a section that says any; undefined if there is none. */
export function firstHeading(tree: PageTree, sectionId: string): string | undefined {
  for (const node of tree.walk(sectionId)) {
    if (node.kind !== 'element' || node.ns !== undefined || ROLES[node.tag] !== 'heading') continue
    if (!editableTexts(tree, node.id).includes(node.id) || linkAlone(tree, node.id) !== undefined) continue
    const text = textOfRuns(treeRuns(tree, node.id))
    if (text !== '') return text
  }
  return undefined
}

/**
 * The field of a name. A name with fewer letters, or the bare role, is accepted if only one field fits it.
 * @returns undefined if none or several fit
 */
export function fieldNamed(fields: readonly Field[], name: string): Field | undefined {
  const own = fields.find((field) => field.name === name)
  if (own) return own
  const dot = name.lastIndexOf('.')
  const ofEntry = dot < 0 ? [] : fields.filter(({ entry }) => entry?.entryId === name.slice(dot + 1))
  const short = ofEntry.length > 0 ? name.slice(0, dot) : name
  const searched = ofEntry.length > 0 ? ofEntry : fields
  const [only, ...others] = searched.filter(({ role, nodeId }) => {
    if (role === short) return true
    const tail = short.startsWith(`${role}_`) ? short.slice(role.length + 1) : ''
    return tail !== '' && nodeId.endsWith(tail)
  })
  return others.length === 0 ? only : undefined
}

/** Whether white space counts in the text of a node. */
export const keepsWhiteSpace = (node: PageNode) => node.tag === 'pre'

function withNames(fields: readonly Omit<Field, 'name'>[]): Field[] {
  const nameOf = ({ role, nodeId }: Omit<Field, 'name'>, letters: number) => `${role}_${nodeId.slice(-letters)}`
  return fields.map((field) => {
    const alike = fields.filter(({ role, nodeId }) => role === field.role && nodeId !== field.nodeId)
    let letters = SHORTEST
    while (letters < field.nodeId.length && alike.some((each) => nameOf(each, letters) === nameOf(field, letters)))
      letters += 1
    return { name: nameOf(field, letters), ...field }
  })
}

/** The link that is all of a text, beside white space; undefined for any other text. */
function linkAlone(tree: PageTree, id: string): string | undefined {
  const shown = tree
    .children(id)
    .filter(({ kind, text }) => kind === 'element' || (kind === 'text' && text.trim() !== ''))
  const [only, ...others] = shown
  return only?.tag === 'a' && only.ns === undefined && others.length === 0 ? only.id : undefined
}

/** Whether a value comes from elsewhere when the page is shown: it has a token that is not escaped. */
function hasLiveToken(text: string): boolean {
  let found = false
  replaceTokens(text, ({ backslashes }) => {
    found ||= backslashes % 2 === 0
    return ''
  })
  return found
}

const isBound = (runs: readonly Run[]) => runs.some(({ text }) => text !== undefined && hasLiveToken(text))

function textField(tree: PageTree, node: PageNode): Omit<Field, 'name'> {
  const runs = treeRuns(tree, node.id)
  const value = textOfRuns(runs, keepsWhiteSpace(node))
  return { kind: 'text', role: ROLES[node.tag] ?? 'text', nodeId: node.id, value, isBound: isBound(runs) }
}

function linkField(tree: PageTree, node: PageNode): Omit<Field, 'name'> {
  const runs = treeRuns(tree, node.id)
  const href = nodeAttribute(node, 'href') ?? ''
  const value = { label: textOfRuns(runs), href }
  return { kind: 'link', role: 'link', nodeId: node.id, value, isBound: isBound(runs) || hasLiveToken(href) }
}

function pictureField(node: PageNode): Omit<Field, 'name'> {
  const src = nodeAttribute(node, 'src') ?? ''
  const value = { src, alt: nodeAttribute(node, 'alt') ?? '' }
  return { kind: 'picture', role: 'image', nodeId: node.id, value, isBound: hasLiveToken(src) }
}

function backgroundField(node: PageNode): Omit<Field, 'name'> | undefined {
  const style = nodeAttribute(node, 'style')
  if (style === undefined || !style.includes('(')) return undefined
  let url: string | undefined
  mapCssUrls(style, (each) => {
    url ??= each
    return undefined
  })
  if (url === undefined) return undefined
  return { kind: 'background', role: 'background', nodeId: node.id, value: url, isBound: hasLiveToken(url) }
}

function parameterFields(site: View, node: PageNode): Omit<Field, 'name'>[] {
  return componentParams(site, nodeAttribute(node, 'ref') ?? '').map((param) => {
    const value = nodeAttribute(node, `param-${param.name}`) ?? param.default
    return { kind: 'parameter', role: param.name, nodeId: node.id, value, isBound: hasLiveToken(value), param }
  })
}
