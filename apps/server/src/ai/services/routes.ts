import {
  acceptServiceKey,
  deleteServiceKey,
  listServices,
  readPictures,
  type ServiceName,
  serviceNames,
  setPictures,
  setServiceKey,
  testServiceKey,
} from '@atelier/api'
import { togetherModels } from '@atelier/generate'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Config } from '../../config/config.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { GuardedFetch } from '../../web/guardedFetch.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Audit, AuditDetail, AuditKind } from '../audit/audit.ts'
import { serviceFacts } from './facts.ts'
import { isPictureModel, type PictureChoices } from './pictureChoices.ts'
import { isServiceName, type ServiceKeyStore } from './serviceKeys.ts'
import { tryKey } from './tryKey.ts'

interface ServiceRouteServices extends MountServices {
  serviceKeys: ServiceKeyStore
  pictureChoices: PictureChoices
  config: Config
  audit: Audit
  webFetch: GuardedFetch
}

/** The keys of services beside models. Managing them is for owners and admins. */
export function serviceRoutes(services: ServiceRouteServices): Hono<Environment> {
  const { serviceKeys, pictureChoices, config, audit, webFetch } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  const record = (
    { workspaceId, userId }: Identity,
    kind: AuditKind,
    name: ServiceName,
    detail: AuditDetail = {},
  ): Promise<void> =>
    audit.record({ workspaceId, userId, kind, subject: name, detail: { label: serviceFacts[name].label, ...detail } })

  const set = async (identity: Identity, name: ServiceName, key: string) => {
    await serviceKeys.set(identity.workspaceId, name, key)
    await record(identity, 'service.created', name)
  }

  mount(routes, listServices, async ({ identity: { workspaceId } }) => {
    const known = await serviceKeys.list(workspaceId)
    return {
      services: serviceNames.map((name) => {
        const key = known.find((each) => each.name === name)
        return {
          name,
          ...serviceFacts[name],
          ...(key ? { key: { hint: key.hint, createdAt: key.createdAt } } : {}),
          inEnvironment: config.serviceKeys[name] !== undefined,
        }
      }),
    }
  })

  mount(routes, readPictures, async ({ identity: { workspaceId } }) => ({
    ...(await pictureChoices.of(workspaceId)),
    models: Object.entries(togetherModels).map(([name, { price }]) => ({ name, costUsd: price })),
  }))

  mount(routes, setPictures, async ({ identity: { workspaceId, userId }, body: { service, model } }) => {
    if (model !== undefined && !isPictureModel(model)) {
      const hint = `One of ${Object.keys(togetherModels).join(', ')}.`
      throw new Refusal(400, 'invalid_input', 'There is no such model for pictures.', { path: '/model', hint })
    }
    await pictureChoices.set(workspaceId, { service, model })
    const detail = { modelId: model ?? serviceFacts[service].label }
    await audit.record({ workspaceId, userId, kind: 'default.set', subject: 'pictures', detail })
  })

  mount(routes, setServiceKey, async ({ identity, params, body: { apiKey } }) => {
    const name = requireServiceName(params.service)
    // A schema's refusal would repeat the key.
    if (!/^[!-~]+$/.test(apiKey)) {
      const message = 'A key has no spaces, line breaks or letters with accents in it.'
      throw new Refusal(400, 'invalid_input', message, { path: '/apiKey', hint: 'Copy the key again.' })
    }
    await set(identity, name, apiKey)
  })

  mount(routes, acceptServiceKey, async ({ identity, params }) => {
    const name = requireServiceName(params.service)
    const key = config.serviceKeys[name]
    if (key === undefined) throw notFound('key')
    await set(identity, name, key)
  })

  mount(routes, testServiceKey, async ({ identity, params }) => {
    const name = requireServiceName(params.service)
    const known = await serviceKeys.list(identity.workspaceId)
    if (!known.some((each) => each.name === name)) throw notFound('key')
    const key = await serviceKeys.ofWorkspace(identity.workspaceId).get(name)
    const tried = key === undefined ? unreadable : await tryKey(name, key, webFetch)
    await record(identity, 'service.tested', name, { ok: tried.ok })
    return tried
  })

  mount(routes, deleteServiceKey, async ({ identity, params }) => {
    const name = requireServiceName(params.service)
    if (!(await serviceKeys.remove(identity.workspaceId, name))) throw notFound('key')
    await record(identity, 'service.deleted', name)
  })

  return routes
}

const unreadable = {
  ok: false,
  message: 'The key cannot be read: the server’s secret has changed since it was saved. Add it again.',
}

/** @throws Refusal 404 */
function requireServiceName(text: string): ServiceName {
  if (isServiceName(text)) return text
  throw notFound('service')
}
