import type { ConversationKey } from '@atelier/api'
import type { createContentKey } from '../../api/contentForms.ts'
import * as strings from './strings.ts'

type KeyBody = Parameters<typeof createContentKey>[1]

/** The typed and chosen values of a key. */
export interface KeyFields {
  name: string
  use: 'read' | 'talk'
  role: 'viewer' | 'editor' | 'admin'
  /** Null for all. */
  models: readonly string[] | null
  locales: readonly string[] | null
  tools: readonly string[] | null
  /** One a line. */
  origins: string
  instructions: string
  /** `<credential>/<model>`; empty for the default. */
  model: string
  perMinute: string
  perMonth: string
}

export type KeyProblems = Partial<Record<keyof KeyFields, string>>

/** The tool that the read API asks for. */
const READING = 'get_content'

export const freshKey: KeyFields = {
  name: '',
  use: 'read',
  role: 'viewer',
  models: null,
  locales: null,
  tools: null,
  origins: '',
  instructions: '',
  model: '',
  perMinute: '10',
  perMonth: '1000',
}

export function fieldsOfKey(key: ConversationKey): KeyFields {
  const readsAlone = key.tools?.length === 1 && key.tools[0] === READING
  return {
    name: key.name,
    use: readsAlone ? 'read' : 'talk',
    role: key.role,
    models: key.models,
    locales: key.locales,
    tools: readsAlone ? null : key.tools,
    origins: key.origins.join('\n'),
    instructions: key.instructions,
    model: key.credentialId === null ? '' : `${key.credentialId}/${key.modelId ?? ''}`,
    perMinute: String(key.perMinute),
    perMonth: String(key.perMonth),
  }
}

/** The body of the request, or the faults of the fields. */
export function keyBody(fields: KeyFields): { ok: true; body: KeyBody } | { ok: false; problems: KeyProblems } {
  const { use, role, models, locales, tools } = fields
  const problems: KeyProblems = {}
  if (fields.name.trim() === '') problems.name = strings.nameIsMissing
  if (models?.length === 0) problems.models = strings.chooseOne(strings.models)
  if (locales?.length === 0) problems.locales = strings.chooseOne(strings.locales)
  if (tools?.length === 0 && use === 'talk') problems.tools = strings.chooseOne(strings.tools)
  const number = (each: 'perMinute' | 'perMonth', most: number) => {
    const text = fields[each].trim()
    if (!/^\d{1,7}$/.test(text) || Number(text) < 1 || Number(text) > most) problems[each] = strings.between(1, most)
    return Number(text)
  }
  const limits = { perMinute: number('perMinute', 60), perMonth: number('perMonth', 1_000_000) }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const list = (names: readonly string[] | null) => names && [...names]
  const [credentialId, ...modelId] = fields.model.split('/')
  const reads = use === 'read'
  return {
    ok: true,
    body: {
      name: fields.name.trim(),
      role: reads ? 'viewer' : role,
      models: list(models),
      locales: list(locales),
      tools: reads ? [READING] : list(tools),
      origins: fields.origins.split(/\s+/).filter((each) => each !== ''),
      instructions: reads ? '' : fields.instructions.trim(),
      credentialId: reads || !credentialId ? null : credentialId,
      modelId: reads || modelId.length === 0 ? null : modelId.join('/'),
      ...limits,
    },
  }
}

/** Ready lines that use a key. @param model one that it may read */
export function examplesOf({
  origin,
  projectId,
  key,
  model,
}: {
  origin: string
  projectId: string
  key: string
  model: string
}) {
  const entries = `${origin}/api/content/v1/${projectId}/entries/${model}`
  const message = `${origin}/api/conversation/v1/${projectId}/message`
  return {
    read: {
      curl: `curl "${entries}?limit=10" \\\n  -H "Authorization: Bearer ${key}"`,
      typescript: [
        `const answer = await fetch('${entries}?limit=10', {`,
        `  headers: { Authorization: 'Bearer ${key}' },`,
        '})',
        'const { entries } = await answer.json()',
      ].join('\n'),
    },
    talk: {
      curl: [
        `curl ${message} \\`,
        `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
        `  -d '{ "message": "Which entries are drafts?" }'`,
      ].join('\n'),
      typescript: [
        `const answer = await fetch('${message}', {`,
        `  method: 'POST',`,
        `  headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json' },`,
        `  body: JSON.stringify({ message: 'Which entries are drafts?' }),`,
        '})',
        'const { message, conversationId } = await answer.json()',
      ].join('\n'),
    },
  }
}
