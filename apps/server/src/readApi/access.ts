import { type ContentReader, type ContentSchema, type ContentStore, readerOver, shownSchema } from '@atelier/content'
import { createMemoryView, type Documents, plainView } from '@atelier/documents'
import type { Restriction } from '@atelier/operation'
import type { Identity } from '../auth/identity.ts'
import { forbidden, notFound, Refusal } from '../http/refusal.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

interface AccessServices {
  workspaces: Workspaces
  content: Pick<ContentStore, 'reader' | 'state'>
  documents: Pick<Documents, 'inProject'>
}

/** The content of a project as a caller of the read API may see it. */
export interface Readable {
  /** The same for all who see the same of the project; undefined where that is not kept, as of a branch. */
  key: string | undefined
  reader: ContentReader
  /** Without what it may not see, and without relations into that. */
  schema: ContentSchema
  /** Also what is not published, or not at this time. */
  drafts: boolean
}

/** The tool that reads entries: a key whose tools lack it reads none here either. */
const READING = 'get_content'

/**
 * The content that a caller may read: with a key what it allows, without one the public models.
 * @throws Refusal 403 if the key is of another project or may not read, or if drafts or a branch are requested without a
 * key; 404 if there is nothing that the caller may read, or no such branch
 */
export async function readableContent(
  services: AccessServices,
  identity: Identity | undefined,
  projectId: string,
  { drafts, branch }: { drafts?: string | undefined; branch?: string | undefined },
): Promise<Readable> {
  if (!identity) {
    if (drafts !== undefined || branch !== undefined)
      throw forbidden(
        'Drafts and branches are read with a key.',
        'Send Authorization: Bearer with a key of the project.',
      )
    const { content } = services
    const open = (await content.reader(projectId).schema())?.public ?? []
    if (open.length === 0) throw notFound('public content')
    return readable(content.reader(projectId, { models: open }), accessKey(projectId, { models: open }), false)
  }
  const { projectId: own } = identity.key?.conversation ?? {}
  if (own !== undefined && own !== projectId)
    throw forbidden('This key is one of another project.', 'Use the id of the project that it was made in.')
  const { restriction } = await projectAccess(services, identity, projectId, 'document.read')
  if (restriction?.tools && !restriction.tools.includes(READING))
    throw forbidden(`This key may not read entries: ${READING} is none of its tools.`)
  const reader = services.content.reader(projectId, restriction)
  return readable(
    branch === undefined ? reader : await overBranch(services, reader, { projectId, branch, restriction }),
    branch === undefined ? accessKey(projectId, restriction) : undefined,
    drafts !== undefined,
  )
}

const accessKey = (projectId: string, { models, locales }: Restriction = {}) =>
  JSON.stringify([projectId, models?.toSorted() ?? null, locales?.toSorted() ?? null])

async function readable(reader: ContentReader, key: string | undefined, drafts: boolean): Promise<Readable> {
  const schema = await reader.schema()
  if (!schema) throw notFound('content')
  return { key, reader, schema: shownSchema(schema), drafts }
}

async function overBranch(
  { content, documents }: AccessServices,
  reader: ContentReader,
  { projectId, branch, restriction }: { projectId: string; branch: string; restriction: Restriction | undefined },
): Promise<ContentReader> {
  const { documentId, branches } = await content.state(projectId)
  const found = branches.find(({ id, name, state }) => state === 'open' && (id === branch || name === branch))
  const views = documents.inProject(projectId)
  const live = found && (await views.open(found.id))
  if (!live) throw notFound('branch')
  // A copy: the reader of one request does not follow the branch any longer than that.
  const view = createMemoryView(Object.entries(plainView(live)))
  return readerOver(reader, view, views, documentId, restriction)
}

/** The error of a query that names what there is not. */
export const badQuery = (code: string, message: string, extra: { path: string; hint?: string }) =>
  new Refusal(400, code, message, extra)
