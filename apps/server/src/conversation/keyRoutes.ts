import type { Runner } from '@atelier/agent'
import {
  type BodyOf,
  createConversationKey,
  deleteConversationKey,
  listConversationKeys,
  updateConversationKey,
} from '@atelier/api'
import { type ContentStore, contentOperations } from '@atelier/content'
import { Hono } from 'hono'
import type { Audit } from '../ai/audit/audit.ts'
import type { ModelChoices } from '../ai/models/modelChoice.ts'
import type { Environment } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { ConversationKeys } from './keys.ts'

interface KeyServices extends MountServices {
  conversationKeys: ConversationKeys
  content: Pick<ContentStore, 'reader'>
  choices: Pick<ModelChoices, 'checkCredential'>
  runner: Pick<Runner, 'abort'>
  audit: Audit
}

type Change = BodyOf<typeof updateConversationKey>

/** Where people make, change and revoke the keys for the Conversation API and the read API. */
export function conversationKeyRoutes(services: KeyServices): Hono<Environment> {
  const { conversationKeys: keys, content, choices, runner, audit } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  async function check({ workspaceId }: Identity, projectId: string, change: Change): Promise<void> {
    const { models = null, tools = null, locales = null, origins = [], credentialId = null } = change
    const schema = models || locales ? await content.reader(projectId).schema() : undefined
    checkKnown('models', models, schema?.models.map(({ id }) => id) ?? [])
    checkKnown('locales', locales, schema?.config.locales.supported ?? [])
    checkKnown('tools', tools, toolNames)
    origins.forEach((origin, index) => {
      if (isOrigin(origin)) return
      throw wrong(`/origins/${index}`, 'an origin such as https://example.com, without a path', origin)
    })
    await choices.checkCredential(workspaceId, credentialId)
  }

  /** Runs that a key has begun keep its former rights, so they are stopped. */
  async function stopRuns(id: string): Promise<void> {
    for (const runId of await keys.activeRuns(id)) await runner.abort(runId)
  }

  mount(routes, listConversationKeys, async ({ access: { project } }) => ({ keys: await keys.list(project.id) }))

  mount(routes, createConversationKey, async ({ identity, access: { project }, body }) => {
    await check(identity, project.id, body)
    const made = await keys.create(identity, project.id, body)
    const { userId, workspaceId } = identity
    const detail = { name: made.name, role: made.role, projectId: project.id }
    await audit.record({ workspaceId, userId, kind: 'conversationKey.created', subject: made.id, detail })
    return made
  })

  mount(routes, updateConversationKey, async ({ identity, access: { project }, params, body }) => {
    await check(identity, project.id, body)
    const changed = await keys.update(project.id, params.key, body)
    if (!changed) throw notFound('key')
    await stopRuns(params.key)
    const { userId, workspaceId } = identity
    const detail = { fields: Object.keys(body), projectId: project.id }
    await audit.record({ workspaceId, userId, kind: 'conversationKey.changed', subject: params.key, detail })
    return changed
  })

  mount(routes, deleteConversationKey, async ({ identity, access: { project }, params }) => {
    if (!(await keys.remove(project.id, params.key))) throw notFound('key')
    await stopRuns(params.key)
    const { userId, workspaceId } = identity
    const detail = { projectId: project.id }
    await audit.record({ workspaceId, userId, kind: 'conversationKey.deleted', subject: params.key, detail })
  })

  return routes
}

const toolNames = contentOperations.filter(({ executor }) => executor === 'server').map(({ name }) => name)

function checkKnown(name: string, given: readonly string[] | null, known: readonly string[]): void {
  given?.forEach((each, index) => {
    if (!known.includes(each)) throw wrong(`/${name}/${index}`, `one of the project’s ${name}`, each)
  })
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return origin === text && (protocol === 'https:' || protocol === 'http:')
}

const wrong = (path: string, expected: string, received: string) =>
  new Refusal(400, 'invalid_input', `${path} should be ${expected}, got ${JSON.stringify(received)}.`, {
    path,
    expected,
    received: JSON.stringify(received),
  })
