import type { ChangeLine, DocumentType, Draft, View } from '@atelier/documents'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isRecord } from './records.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Order = Type.String({ pattern: '^[0-9A-Za-z]{1,200}$' })
const FolderId = Type.String({ minLength: 1, maxLength: 100 })
const closed = { additionalProperties: false } as const
const records = {
  part: Type.Object({ name: Name, folder: Type.Optional(FolderId), order: Order }, closed),
  partFolder: Type.Object(
    { name: Name, parent: Type.Optional(FolderId), run: Type.Optional(Type.String({ maxLength: 100 })) },
    closed,
  ),
} as const
const fields = {
  part: { name: Name, folder: Type.Union([FolderId, Type.Null()]), order: Order },
  partFolder: { name: Name, parent: Type.Union([FolderId, Type.Null()]) },
} as const
const KEY = /^(part|partFolder):([0-9A-Za-z-]{1,100})(?:\/([a-z]{1,20}))?$/

/** The id of the document that lists a project's parts. */
export const partsDocumentId = (projectId: string): string => `parts-${projectId}`

export interface ListedPart {
  id: string
  name: string
  folder?: string
  order: string
}
export interface PartFolder {
  id: string
  name: string
  parent?: string
}

/** A project's list of parts and their folders. */
export const partsType: DocumentType = {
  kind: 'parts',
  version: 1,
  writtenByTabs: true,
  accepts(key, value) {
    const read = readKey(key)
    if (!read) return 'The list of parts has no such key.'
    if (value === undefined) return undefined
    const { kind, field } = read
    if (field === undefined) return Value.Check(records[kind], value) ? undefined : `This is no ${kind}.`
    if (field === 'deleted') return value === true ? undefined : 'What is deleted is marked as such.'
    const schemas: Readonly<Record<string, TSchema>> = fields[kind]
    const schema = Object.hasOwn(schemas, field) ? schemas[field] : undefined
    return schema && Value.Check(schema, value) ? undefined : `The field ${field} cannot be this value.`
  },
  describe: ({ patches, before, after }) => ({
    title: 'Parts',
    lines: patches.flatMap(({ key }) => changeLineOf(key, before, after) ?? []),
  }),
}

function readKey(key: string): { kind: 'part' | 'partFolder'; id: string; field: string | undefined } | undefined {
  const [, kind, id = '', field] = KEY.exec(key) ?? []
  return kind === 'part' || kind === 'partFolder' ? { kind, id, field } : undefined
}

/** The folders on the way to one, the outermost first and it last; empty for the top. */
export function folderPath(folders: readonly PartFolder[], id: string | undefined): PartFolder[] {
  const path: PartFolder[] = []
  for (let at = id; at !== undefined; ) {
    const found = folders.find((each) => each.id === at)
    if (!found || path.includes(found)) break
    path.unshift(found)
    at = found.parent
  }
  return path
}

/**
 * Puts at the top what lies in a folder that is gone, and folders that lie in themselves: two users may each delete a folder
 * that the other fills, or move two folders into each other.
 */
function keepReachable(parts: ListedPart[], folders: PartFolder[]): void {
  const known = new Map(folders.map((each) => [each.id, each]))
  const isInItself = (folder: PartFolder): boolean => {
    const seen = new Set<string>()
    for (let at = folder.parent; at !== undefined && !seen.has(at); at = known.get(at)?.parent) {
      if (at === folder.id) return true
      seen.add(at)
    }
    return false
  }
  for (const folder of folders.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (folder.parent !== undefined && (!known.has(folder.parent) || isInItself(folder))) delete folder.parent
  for (const part of parts) if (part.folder !== undefined && !known.has(part.folder)) delete part.folder
}

/** The parts that are there, in their order, and the folders. */
export function readParts(view: View): { parts: ListedPart[]; folders: PartFolder[] } {
  const parts: ListedPart[] = []
  const folders: PartFolder[] = []
  for (const key of view.keys()) {
    const read = readKey(key)
    if (!read || read.field !== undefined || view.get(`${key}/deleted`) === true) continue
    const birth = view.get(key)
    const textOf = (field: string): string | undefined => {
      const value = view.get(`${key}/${field}`) ?? (isRecord(birth) ? birth[field] : undefined)
      return view.get(`${key}/${field}`) === null || typeof value !== 'string' ? undefined : value
    }
    const [name = '', folder, parent] = [textOf('name'), textOf('folder'), textOf('parent')]
    if (read.kind === 'part')
      parts.push({ id: read.id, name, order: textOf('order') ?? '', ...(folder === undefined ? {} : { folder }) })
    else folders.push({ id: read.id, name, ...(parent === undefined ? {} : { parent }) })
  }
  keepReachable(parts, folders)
  parts.sort((a, b) => (a.order === b.order ? (a.id < b.id ? -1 : 1) : a.order < b.order ? -1 : 1))
  return { parts, folders }
}

/** Names a part in the list. */
export function listPart(draft: Draft, { id, ...record }: ListedPart): void {
  draft.set(`part:${id}`, record)
}

function changeLineOf(key: string, before: View, after: View): ChangeLine | undefined {
  const read = readKey(key)
  if (!read) return undefined
  const base = `${read.kind}:${read.id}`
  const nameIn = (view: View): string | undefined => {
    const birth = view.get(base)
    const name = view.get(`${base}/name`) ?? (isRecord(birth) ? birth.name : undefined)
    return typeof name === 'string' ? name : undefined
  }
  const [from, to] = [nameIn(before), nameIn(after)]
  const about = { what: read.kind, target: read.id, label: to ?? from ?? read.kind, part: key }
  if (read.field === undefined) return { ...about, kind: after.has(key) ? 'added' : 'removed' }
  if (read.field === 'deleted') return { ...about, kind: 'removed' }
  const names = read.field === 'name' && from !== undefined && to !== undefined ? { before: from, after: to } : {}
  return { ...about, kind: 'changed', ...names }
}
