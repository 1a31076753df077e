import {
  listPublishedEntries,
  listPublishedModels,
  type PublishedField,
  type PublishedModel,
  readPublishedEntry,
} from '@atelier/api'
import { type ContentStore, type FieldDefinition, type Model, valueFields } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { Hono } from 'hono'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import { crossOrigin, foreignOrigin } from '../conversation/crossOrigin.ts'
import type { ConversationKeys } from '../conversation/keys.ts'
import type { AddressLimit } from '../http/addressLimit.ts'
import { Refusal, unauthenticated } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { readableContent } from './access.ts'
import { createEntryReads, tagged } from './entries.ts'
import { createListings, type TaggedAnswer } from './listings.ts'

interface ReadServices extends MountServices {
  conversationKeys: ConversationKeys
  content: Pick<ContentStore, 'reader' | 'state'>
  documents: Pick<Documents, 'inProject'>
  addressLimit: Pick<AddressLimit, 'keyOf' | 'take'>
  now(): number
}

/** Requests that one address may make in a minute, with keys and without one. */
const PER_MINUTE = { withKey: 3_000, withoutKey: 600 }

/** The read API: published entries for other front ends. */
export function readApiRoutes(services: ReadServices): Hono<Environment> {
  const { conversationKeys: keys, addressLimit, now } = services
  const listings = createListings()
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  routes.use('/api/content/v1/*', crossOrigin(keys, { methods: 'GET', allows: async () => true }))
  // Behind it, so that a page of another origin may read the refusal.
  routes.use('/api/content/v1/*', async (context, next) => {
    // A key that is none counts as none.
    const kind = context.get('identity') ? 'withKey' : 'withoutKey'
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

  mount(routes, listPublishedModels, async ({ params, context }) => {
    const { schema } = await readableContent(services, await callerOf(context), params.projectId, {})
    const { default: main, supported } = schema.config.locales
    const answer = tagged({
      locales: { default: supported.includes(main) ? main : (supported[0] ?? main), supported: [...supported] },
      models: schema.models.map(shownModel),
    })
    return unlessKnown(context, answer)
  })

  mount(routes, listPublishedEntries, async ({ params: { projectId, model }, query, context }) => {
    const readable = await readableContent(services, await callerOf(context), projectId, query)
    return unlessKnown(context, await createEntryReads(readable, listings, now()).page(model, query))
  })

  mount(routes, readPublishedEntry, async ({ params: { projectId, model, entry }, query, context }) => {
    const readable = await readableContent(services, await callerOf(context), projectId, query)
    return unlessKnown(context, await createEntryReads(readable, listings, now()).one(model, entry, query))
  })

  return routes
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
