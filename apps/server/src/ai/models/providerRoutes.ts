import { isScripted, providerFacts } from '@atelier/agent'
import { Hono } from 'hono'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '../../auth/environment.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Config } from '../../config/config.ts'
import { readInput } from '../../http/input.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { requireCapability } from '../../workspaces/access.ts'
import type { Workspaces } from '../../workspaces/workspaces.ts'
import type { Audit, AuditDetail, AuditKind } from '../audit/audit.ts'
import type { ModelCatalogue } from '../pricing/catalogue.ts'
import type { Credentials } from './credentials.ts'
import { CredentialProvider, type NewCredential } from './credentials.ts'
import type { Defaults } from './defaults.ts'
import { checkEndpoint } from './endpoint.ts'
import type { ModelFacts } from './modelFacts.ts'
import { missingField, modelsOf, testOf } from './models.ts'
import { findSuggestions } from './suggestions.ts'

interface ProviderServices {
  scopes: Scopes
  credentials: Credentials
  defaults: Defaults
  config: Config
  providerFetch: typeof fetch
  now(): number
  audit: Audit
  catalogue: ModelCatalogue
  modelFacts: ModelFacts
  workspaces: Workspaces
}

const Label = Type.String({ minLength: 1, maxLength: 100 })
const Key = Type.String({ maxLength: 2000 })
const BaseUrl = Type.String({ maxLength: 2000 })
const NewCredentialInput = Type.Object({
  provider: CredentialProvider,
  label: Label,
  apiKey: Type.Optional(Key),
  baseUrl: Type.Optional(BaseUrl),
})
const CredentialChange = Type.Object({
  label: Type.Optional(Label),
  apiKey: Type.Optional(Key),
  baseUrl: Type.Optional(BaseUrl),
})
const Choice = Type.Object({ credentialId: Type.String(), modelId: Type.String({ minLength: 1, maxLength: 300 }) })

/** Credentials, defaults, suggestions and models. Managing them is for owners and admins. */
export function providerRoutes(services: ProviderServices): Hono<Environment> {
  const { credentials, defaults, config, providerFetch, now, audit, catalogue, modelFacts } = services
  const routes = new Hono<Environment>()

  const manage = (identity: Identity) => requireCapability(services, identity, 'ai.providers.manage')
  const read = (identity: Identity) => requireCapability(services, identity, 'ai.chat')
  const record = (
    { workspaceId, userId }: Identity,
    kind: AuditKind,
    subject: string,
    detail: AuditDetail = {},
  ): Promise<void> => audit.record({ workspaceId, userId, kind, subject, detail })

  const add = async (identity: Identity, input: NewCredential): Promise<string> => {
    const { workspaceId } = identity
    await usableEndpoint(input.baseUrl)
    const missing = missingField(input)
    if (missing) throw new Refusal(400, 'invalid_input', missing.message, missing)
    const id = await credentials.create(workspaceId, input)
    await record(identity, 'credential.created', id, { provider: input.provider, label: input.label })
    // If the models cannot be listed, no default is made, and the credential is kept all the same.
    const listed = await modelsOf(input, providerFetch, now)
    if (listed.ok) {
      modelFacts.remember(id, listed.models)
      for (const { scope, modelId } of await defaults.seed(workspaceId, id, listed.models))
        await record(identity, 'default.set', scope, { credentialId: id, modelId, seeded: true })
    }
    return id
  }

  const opened = async (workspaceId: string, id: string) => {
    const found = await credentials.find(workspaceId, id)
    if (!found) throw notFound('credential')
    return credentials.open(workspaceId, id)
  }

  routes.get('/credentials', async (context) => {
    await read(context.get('identity'))
    return context.json({ credentials: await credentials.list(context.get('identity').workspaceId) })
  })

  routes.post('/credentials', async (context) => {
    const identity = context.get('identity')
    await manage(identity)
    return context.json({ id: await add(identity, await readInput(context, NewCredentialInput)) }, 201)
  })

  routes.post('/credentials/:id/test', async (context) => {
    const identity = context.get('identity')
    await manage(identity)
    const credential = await opened(identity.workspaceId, context.req.param('id'))
    if (!credential.ok) return context.json({ ok: false, message: credential.message })
    const listed = await testOf(credential.credential, providerFetch, now)
    await record(identity, 'credential.tested', context.req.param('id'), { ok: listed.ok })
    if (!listed.ok) return context.json({ ok: false, message: listed.error.message })
    const count = listed.models.length
    const message =
      count === 0 ? 'It answers, but lists no model.' : `It answers, with ${count} model${count === 1 ? '' : 's'}.`
    await catalogue.ready()
    const models = listed.models.map((model) => catalogue.enrich(credential.credential.provider, model))
    return context.json({ ok: true, message, models })
  })

  routes.patch('/credentials/:id', async (context) => {
    const { workspaceId } = context.get('identity')
    await manage(context.get('identity'))
    const change = await readInput(context, CredentialChange)
    await usableEndpoint(change.baseUrl)
    const current = await credentials.find(workspaceId, context.req.param('id'))
    if (
      change.baseUrl !== undefined &&
      change.baseUrl !== (current?.baseUrl ?? '') &&
      current?.hint !== undefined &&
      !change.apiKey
    ) {
      throw new Refusal(400, 'invalid_input', 'Enter the key again: a saved key is not sent to another address.', {
        path: '/apiKey',
        expected: 'the key for the new base URL',
        received: 'nothing',
      })
    }
    if (!(await credentials.update(workspaceId, context.req.param('id'), change))) throw notFound('credential')
    modelFacts.forget(context.req.param('id'))
    const changed = Object.keys(change)
    await record(context.get('identity'), 'credential.changed', context.req.param('id'), { changed })
    return context.json(await credentials.find(workspaceId, context.req.param('id')))
  })

  routes.delete('/credentials/:id', async (context) => {
    await manage(context.get('identity'))
    const removed = await credentials.remove(context.get('identity').workspaceId, context.req.param('id'))
    if (removed.ok) {
      await record(context.get('identity'), 'credential.deleted', context.req.param('id'))
      return context.body(null, 204)
    }
    if (removed.missing) throw notFound('credential')
    throw conflict(
      'credential_in_use',
      `This credential is the default of: ${removed.scopes.join(', ')}.`,
      'Choose another default, or clear it, then delete the credential.',
    )
  })

  routes.get('/suggestions', async (context) => {
    await manage(context.get('identity'))
    const known = await credentials.list(context.get('identity').workspaceId)
    const found = await findSuggestions(config, providerFetch)
    const fresh = found.filter(({ credential }) => !known.some(({ provider }) => provider === credential.provider))
    return context.json({
      suggestions: fresh.map(({ source, credential: { provider, label } }) => ({ provider, label, source })),
    })
  })

  routes.post('/suggestions/:provider', async (context) => {
    const identity = context.get('identity')
    await manage(identity)
    const found = await findSuggestions(config, providerFetch)
    const suggestion = found.find(({ credential }) => credential.provider === context.req.param('provider'))
    if (!suggestion) throw notFound('suggestion')
    return context.json({ id: await add(identity, suggestion.credential) }, 201)
  })

  routes.get('/defaults', async (context) => {
    await read(context.get('identity'))
    return context.json({ defaults: await defaults.list(context.get('identity').workspaceId) })
  })

  routes.put('/defaults/:scope', async (context) => {
    const { workspaceId } = context.get('identity')
    await manage(context.get('identity'))
    const scope = scopeNamed(services.scopes, context.req.param('scope'))
    const choice = await readInput(context, Choice)
    if (!(await credentials.find(workspaceId, choice.credentialId))) throw notFound('credential')
    await defaults.set(workspaceId, scope, choice)
    await record(context.get('identity'), 'default.set', scope, { ...choice })
    return context.json({ scope, ...choice })
  })

  routes.delete('/defaults/:scope', async (context) => {
    await manage(context.get('identity'))
    const scope = scopeNamed(services.scopes, context.req.param('scope'))
    const cleared = await defaults.clear(context.get('identity').workspaceId, scope)
    if (cleared) await record(context.get('identity'), 'default.cleared', scope)
    return context.body(null, 204)
  })

  routes.get('/providers/:provider/models', async (context) => {
    const { workspaceId } = context.get('identity')
    await read(context.get('identity'))
    const provider = context.req.param('provider')
    if (isScripted(provider)) {
      return context.json({ models: [{ id: provider, label: providerFacts.rehearsal.label, tools: true }] })
    }
    const wanted = context.req.query('credentialId')
    const known = await credentials.list(workspaceId)
    const info = known.find(({ id, provider: kind }) => kind === provider && (wanted === undefined || id === wanted))
    if (!info) throw notFound('credential')
    const credential = await opened(workspaceId, info.id)
    if (!credential.ok) throw new Refusal(502, 'provider_failed', credential.message)
    const listed = await modelsOf(credential.credential, providerFetch, now)
    if (!listed.ok) throw new Refusal(502, 'provider_failed', listed.error.message, { received: listed.error.code })
    modelFacts.remember(info.id, listed.models)
    await catalogue.ready()
    return context.json({ models: listed.models.map((model) => catalogue.enrich(provider, model)) })
  })

  return routes
}

async function usableEndpoint(baseUrl: string | undefined): Promise<void> {
  const checked = baseUrl ? await checkEndpoint(baseUrl) : undefined
  if (checked?.ok === false) throw new Refusal(400, 'invalid_input', checked.problem, { path: '/baseUrl' })
}

function scopeNamed({ Name }: Scopes, name: string): string {
  if (Value.Check(Name, name)) return name
  throw notFound('scope')
}
