import {
  listPublishedEntries,
  listPublishedModels,
  type PublishedField,
  type PublishedModel,
  readPublishedEntry,
  readPublishedMedia,
} from '@atelier/api'
import { type ContentStore, didYouMean, type FieldDefinition, type Model, valueFields } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { mediaEntry } from '@atelier/site'
import type { Database } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import { crossOrigin, foreignOrigin } from '../conversation/crossOrigin.ts'
import type { ConversationKeys } from '../conversation/keys.ts'
import type { AddressLimit } from '../http/addressLimit.ts'
import { notFound, Refusal, unauthenticated } from '../http/refusal.ts'
import type { MediaFiles } from '../media/files.ts'
import { serveFile } from '../media/serve.ts'
import type { Variants } from '../media/variants.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { badQuery, type Readable, readableContent } from './access.ts'
import { createEntryReads, tagged } from './entries.ts'
import { createListings, type TaggedAnswer } from './listings.ts'
import { createMediaAddresses } from './mediaAddresses.ts'
import { isPublicFile } from './publicFiles.ts'

interface ReadServices extends MountServices {
  conversationKeys: ConversationKeys
  content: Pick<ContentStore, 'reader' | 'state'>
  documents: Pick<Documents, 'inProject'>
  database: Database
  secrets: Pick<Secrets, 'sign'>
  config: Pick<Config, 'origin'>
  mediaFiles: MediaFiles
  variants: Pick<Variants, 'one'>
  addressLimit: Pick<AddressLimit, 'keyOf' | 'take'>
  now(): number
}

/** Requests that one address may make in a minute, with keys and without one. */
const PER_MINUTE = { withKey: 3_000, withoutKey: 600, media: 6_000 }

/** /api/content/v1/<project>/media/…: a middleware has no parameters of the route behind it. */
const isMediaPath = (path: string): boolean => path.split('/')[5] === 'media'

/** The read API: published entries for other front ends. */
export function readApiRoutes(services: ReadServices): Hono<Environment> {
  const { conversationKeys: keys, addressLimit, now } = services
  const listings = createListings()
  const media = createMediaAddresses(services)
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  routes.use('/api/content/v1/*', crossOrigin(keys, { methods: 'GET', allows: async () => true }))
  // Behind it, so that a page of another origin may read the refusal.
  routes.use('/api/content/v1/*', async (context, next) => {
    // A key that is none counts as none.
    const kind = isMediaPath(context.req.path) ? 'media' : context.get('identity') ? 'withKey' : 'withoutKey'
    const wait = addressLimit.take(addressLimit.keyOf(`read ${kind}`, context.get('address')), PER_MINUTE[kind])
    if (wait !== undefined) throw tooMany(Math.ceil(wait / 1000))
    await next()
  })

  /** Who asks by a key; a cookie means nothing here. */
  async function callerOf(context: RequestContext): Promise<Identity | undefined> {
    const authorization = context.req.header('authorization')
    if (authorization === undefined) return undefined
    const identity = context.get('identity') ?? (await services.identities.of(new Headers({ authorization })))
    if (!identity) throw unauthenticated()
    // A key of an account names no origins, so it is only for programs.
    if (!identity.key?.conversation && context.req.header('origin') !== undefined) throw foreignOrigin()
    return identity
  }

  const reads = (readable: Readable, projectId: string, context: RequestContext) =>
    createEntryReads(readable, {
      listings,
      media,
      projectId,
      origin: services.config.origin ?? new URL(context.req.url).origin,
      at: now(),
    })

  mount(routes, readPublishedMedia, async ({ params: { projectId, mediaId }, query, context }) => {
    refuseUnknown(context, Object.keys(readPublishedMedia.request.query.properties))
    const { width, until, signature } = query
    const site = await media.siteOf(projectId)
    const entry = site && mediaEntry(site, mediaId)
    const isSigned =
      until !== undefined && signature !== undefined && media.isSigned({ projectId, mediaId }, until, signature)
    const isOpen = entry && (isSigned || (await isPublicFile(services, { projectId, entry, at: now() })))
    if (!entry || !isOpen) throw notFound('file')
    const small = width === undefined ? undefined : await services.variants.one(projectId, entry, Number(width))
    const file = { ...entry, ...(small === undefined ? {} : { hash: small, type: 'image/webp' }) }
    const answer = await serveFile(services.mediaFiles, context.req.raw, { projectId, ...file, immutable: false })
    if (!answer) throw notFound('file')
    return answer
  })

  mount(routes, listPublishedModels, async ({ params, context }) => {
    refuseUnknown(context, [])
    const { schema } = await readableContent(services, await callerOf(context), params.projectId, {})
    const { default: main, supported } = schema.config.locales
    const answer = tagged({
      locales: { default: supported.includes(main) ? main : (supported[0] ?? main), supported: [...supported] },
      models: schema.models.map(shownModel),
    })
    return unlessKnown(context, answer)
  })

  mount(routes, listPublishedEntries, async ({ params: { projectId, model }, query, context }) => {
    refuseUnknown(context, Object.keys(listPublishedEntries.request.query.properties))
    const readable = await readableContent(services, await callerOf(context), projectId, query)
    return unlessKnown(context, await reads(readable, projectId, context).page(model, query))
  })

  mount(routes, readPublishedEntry, async ({ params: { projectId, model, entry }, query, context }) => {
    refuseUnknown(context, Object.keys(readPublishedEntry.request.query.properties))
    const readable = await readableContent(services, await callerOf(context), projectId, query)
    return unlessKnown(context, await reads(readable, projectId, context).one(model, entry, query))
  })

  return routes
}

/** @throws Refusal 400 if the address has a parameter that is none, which would otherwise be ignored */
function refuseUnknown(context: RequestContext, known: readonly string[]): void {
  const unknown = Object.keys(context.req.query()).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const message = `There is no parameter “${unknown.slice(0, 80)}”.${didYouMean(unknown, known)}`
  const hint = known.length === 0 ? 'Leave it out.' : `There are ${known.join(', ')}.`
  throw badQuery('unknown_parameter', message, { path: `/${unknown.slice(0, 80)}`, hint })
}

const tooMany = (seconds: number) =>
  new Refusal(
    429,
    'rate_limited',
    'Too much was asked from this address.',
    { hint: `Try again in ${seconds} seconds, and keep what you have read: its ETag says whether it has changed.` },
    { 'Retry-After': String(seconds) },
  )

/** The answer with its tag; 304 without it for callers that already have it. */
function unlessKnown(context: RequestContext, { body, tag }: TaggedAnswer): Response {
  const isOpen = context.req.header('authorization') === undefined
  const headers = { ETag: tag, 'Cache-Control': `${isOpen ? 'public' : 'private'}, no-cache` }
  const known = (context.req.header('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(tag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function shownModel(model: Model): PublishedModel {
  const { id, name, kind, description, i18n, title_field: titleField } = model
  return {
    id,
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    isTranslated: i18n,
    ...(titleField === undefined ? {} : { titleField }),
    fields:
      kind === 'dictionary' ? [] : valueFields(model).map((field) => publishedField(field.name, field.definition)),
  }
}

function publishedField(
  name: string,
  { type, required, options, model, items, fields }: FieldDefinition,
): PublishedField {
  const isRelation = type === 'relation' || type === 'relations'
  const item: FieldDefinition | undefined = typeof items === 'string' ? { type: items } : items
  return {
    name,
    type,
    ...(required === undefined ? {} : { required }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(isRelation && model !== undefined ? { models: [model].flat() } : {}),
    ...(isRelation && typeof model === 'object' ? { isMixed: true } : {}),
    ...(item ? { items: publishedField('', item) } : {}),
    ...(fields ? { fields: Object.entries(fields).map(([inner, each]) => publishedField(inner, each)) } : {}),
  }
}
