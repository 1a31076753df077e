import { isScripted, type ModelInfo, type ProviderId, providers } from '@atelier/agent'
import {
  acceptSuggestion,
  addCredential,
  clearDefault,
  deleteCredential,
  listCredentials,
  listDefaults,
  listModels,
  listSuggestions,
  setDefault,
  testCredential,
  updateCredential,
} from '@atelier/api'
import { Hono } from 'hono'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '../../auth/environment.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Config } from '../../config/config.ts'
import { checked } from '../../http/input.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Audit, AuditDetail, AuditKind } from '../audit/audit.ts'
import type { ModelCatalogue } from '../pricing/catalogue.ts'
import { CredentialProvider, type Credentials, type NewCredential } from './credentials.ts'
import type { Defaults } from './defaults.ts'
import { checkEndpoint } from './endpoint.ts'
import type { ModelFacts } from './modelFacts.ts'
import { missingField, modelsOf, testOf } from './models.ts'
import { findSuggestions } from './suggestions.ts'
import type { WindowNotes } from './windowNotes.ts'

interface ProviderServices extends MountServices {
  scopes: Scopes
  credentials: Credentials
  defaults: Defaults
  config: Config
  providerFetch: typeof fetch
  now(): number
  audit: Audit
  catalogue: ModelCatalogue
  modelFacts: ModelFacts
  windowNotes: WindowNotes
}

/** Credentials, defaults, suggestions and models. Managing them is for owners and admins. */
export function providerRoutes(services: ProviderServices): Hono<Environment> {
  const { credentials, defaults, config, providerFetch, now, audit, catalogue, modelFacts, windowNotes } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

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
    // If the models cannot be listed, no default is made, but the credential is kept.
    const listed = await modelsOf(input, providerFetch, now)
    if (listed.ok) {
      modelFacts.remember(id, listed.models)
      for (const { scope, modelId } of await defaults.seed(workspaceId, id, listed.models))
        await record(identity, 'default.set', scope, { credentialId: id, modelId, seeded: true })
    }
    return id
  }

  /** Models as their provider lists them, with what the catalogue knows, and what there is to say before the first message. */
  const described = async (provider: ProviderId, listed: readonly ModelInfo[]) => {
    await catalogue.ready()
    return listed.map((each) => {
      const model = catalogue.enrich(provider, each)
      const windowNote = windowNotes.of(provider, model.contextWindow)
      return windowNote === undefined ? model : { ...model, windowNote }
    })
  }

  const opened = async (workspaceId: string, id: string) => {
    const found = await credentials.find(workspaceId, id)
    if (!found) throw notFound('credential')
    return credentials.open(workspaceId, id)
  }

  mount(routes, listCredentials, async ({ identity: { workspaceId } }) => ({
    credentials: await credentials.list(workspaceId),
  }))

  mount(routes, addCredential, async ({ identity, body }) => {
    const { provider } = checked(Type.Object({ provider: CredentialProvider }), body)
    return { id: await add(identity, { ...body, provider }) }
  })

  mount(routes, testCredential, async ({ identity, params: { id } }) => {
    const credential = await opened(identity.workspaceId, id)
    if (!credential.ok) return { ok: false, message: credential.message }
    const listed = await testOf(credential.credential, providerFetch, now)
    await record(identity, 'credential.tested', id, { ok: listed.ok })
    if (!listed.ok) return { ok: false, message: listed.error.message }
    const count = listed.models.length
    const message =
      count === 0 ? 'It answers, but lists no model.' : `It answers, with ${count} model${count === 1 ? '' : 's'}.`
    return { ok: true, message, models: await described(credential.credential.provider, listed.models) }
  })

  mount(routes, updateCredential, async ({ identity, params: { id }, body: change }) => {
    const { workspaceId } = identity
    await usableEndpoint(change.baseUrl)
    const current = await credentials.find(workspaceId, id)
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
    if (!(await credentials.update(workspaceId, id, change))) throw notFound('credential')
    modelFacts.forget(id)
    await record(identity, 'credential.changed', id, { changed: Object.keys(change) })
    const changed = await credentials.find(workspaceId, id)
    if (!changed) throw notFound('credential')
    return changed
  })

  mount(routes, deleteCredential, async ({ identity, params: { id } }) => {
    const removed = await credentials.remove(identity.workspaceId, id)
    if (removed.ok) return record(identity, 'credential.deleted', id)
    if (removed.missing) throw notFound('credential')
    throw conflict(
      'credential_in_use',
      `This credential is the default of: ${removed.scopes.join(', ')}.`,
      'Choose another default, or clear it, then delete the credential.',
    )
  })

  mount(routes, listSuggestions, async ({ identity: { workspaceId } }) => {
    const known = await credentials.list(workspaceId)
    const found = await findSuggestions(config, providerFetch)
    const fresh = found.filter(({ credential }) => !known.some(({ provider }) => provider === credential.provider))
    return { suggestions: fresh.map(({ source, credential: { provider, label } }) => ({ provider, label, source })) }
  })

  mount(routes, acceptSuggestion, async ({ identity, params }) => {
    const found = await findSuggestions(config, providerFetch)
    const suggestion = found.find(({ credential }) => credential.provider === params.provider)
    if (!suggestion) throw notFound('suggestion')
    return { id: await add(identity, suggestion.credential) }
  })

  mount(routes, listDefaults, async ({ identity: { workspaceId } }) => ({ defaults: await defaults.list(workspaceId) }))

  mount(routes, setDefault, async ({ identity, params, body: choice }) => {
    const { workspaceId } = identity
    const scope = scopeNamed(services.scopes, params.scope)
    const credential = await opened(workspaceId, choice.credentialId)
    await defaults.set(workspaceId, scope, choice)
    await record(identity, 'default.set', scope, { ...choice })
    const warnings = credential.ok
      ? await windowNotes.ofChoice(choice.credentialId, credential.credential, choice.modelId)
      : []
    return { scope, ...choice, ...(warnings.length > 0 ? { warnings } : {}) }
  })

  mount(routes, clearDefault, async ({ identity, params }) => {
    const scope = scopeNamed(services.scopes, params.scope)
    const cleared = await defaults.clear(identity.workspaceId, scope)
    if (cleared) await record(identity, 'default.cleared', scope)
  })

  mount(routes, listModels, async ({ identity: { workspaceId }, params: { provider }, query }) => {
    if (isScripted(provider)) {
      return { models: [{ id: provider, label: providers.rehearsal.label, tools: true }] }
    }
    const wanted = query.credentialId
    const known = await credentials.list(workspaceId)
    const info = known.find(({ id, provider: kind }) => kind === provider && (wanted === undefined || id === wanted))
    if (!info) throw notFound('credential')
    const credential = await opened(workspaceId, info.id)
    if (!credential.ok) throw new Refusal(502, 'provider_failed', credential.message)
    const listed = await modelsOf(credential.credential, providerFetch, now)
    if (!listed.ok) throw new Refusal(502, 'provider_failed', listed.error.message, { received: listed.error.code })
    modelFacts.remember(info.id, listed.models)
    return { models: await described(info.provider, listed.models) }
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
