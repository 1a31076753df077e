import type { ContentSchema, FieldDefinition, Model } from '../model/definition.ts'
import { valueFields } from '../model/named.ts'
import { agentPrompt } from '../strings/agentPrompts.ts'
import { nameList, nameText, quote, quoteValue } from './quote.ts'

/** Bytes up to which fields of the open model come with all that they demand, and up to which they are named at all. */
const MAX_DESCRIBED = 12_000
const MAX_NAMED = 16_000
/** Fields within one field that are described. */
const MAX_INNER = 40
/** Bytes of all models but the open one. */
const MAX_OTHERS = 6_000
/** The bytes up to which one of these models comes with its fields. */
const MAX_WHOLE = 4_000
const MAX_EDGES = 60

const encoder = new TextEncoder()

/** The open model with every constraint; if it is larger than 12 kB, the further fields only by name and type. */
export function activeModelText(schema: ContentSchema | undefined, id: string | undefined): string {
  const model = schema?.models.find((each) => each.id === id)
  if (!model) return agentPrompt('schema.none')
  const fields = model.kind === 'dictionary' ? [] : valueFields(model)
  const lines = [
    agentPrompt('schema.active', { model: headOf(model) }),
    ...(model.description ? [quote(model.description, 300)] : []),
  ]
  let used = bytes(lines.join())
  let more = 0
  for (const { name, definition, shared } of fields) {
    const one = shared === undefined ? '' : ', one value for all languages'
    const whole = `- ${nameText(name)}: ${describeField(definition, 0)}${one}`
    const line = used + bytes(whole) < MAX_DESCRIBED ? whole : `- ${nameText(name)}: ${definition.type}`
    if (used + bytes(line) < MAX_NAMED) {
      lines.push(line)
      used += bytes(line) + 1
    } else more += 1
  }
  return [...lines, ...(more > 0 ? [agentPrompt('schema.moreFields', { count: more })] : [])].join('\n')
}

/** The other models as the names and types of their fields; beyond 4 kB only as their ids, and at most 6 kB of them. */
export function otherModelsText(schema: ContentSchema | undefined, active: string | undefined): string {
  const others = schema?.models.filter(({ id }) => id !== active) ?? []
  const lines = [agentPrompt('schema.others')]
  let used = bytes(lines.join()) + 60
  let more = 0
  for (const model of others) {
    const whole = `- ${headOf(model)}${describeFields(model)}`
    const short = `- ${nameText(model.id, 60)}`
    const line = used + bytes(whole) < MAX_WHOLE ? whole : short
    if (used + bytes(line) < MAX_OTHERS) {
      lines.push(line)
      used += bytes(line) + 1
    } else more += 1
  }
  if (more > 0) lines.push(agentPrompt('schema.more', { count: more }))
  return others.length === 0 ? `${lines[0]}\n${agentPrompt('schema.noOthers')}` : lines.join('\n')
}

/** Which field leads to which model. */
export function relationsText(schema: ContentSchema | undefined): string {
  const edges: string[] = []
  for (const model of schema?.models ?? []) {
    for (const { name, definition } of model.kind === 'dictionary' ? [] : valueFields(model)) {
      for (const [path, relation] of relationsIn(definition, name, 0)) {
        const targets = typeof relation.model === 'string' ? [relation.model] : (relation.model ?? [])
        for (const target of targets) {
          const kind = schema?.models.find(({ id }) => id === target)?.kind
          edges.push(
            agentPrompt('relations.edge', {
              from: nameText(`${model.id}.${path}`, 120),
              to: nameText(target, 60),
              many: relation.type === 'relations' ? 'many' : 'one',
              by: kind === 'document' ? 'slug' : 'id',
            }),
          )
        }
      }
    }
  }
  if (edges.length === 0) return agentPrompt('relations.none')
  const more = edges.length - MAX_EDGES
  return [...edges.slice(0, MAX_EDGES), ...(more > 0 ? [agentPrompt('schema.more', { count: more })] : [])].join('\n')
}

const bytes = (text: string): number => encoder.encode(text).length

function headOf({ id, name, kind, domain, i18n, title_field }: Model): string {
  const title = title_field === undefined || kind === 'dictionary' ? '' : `, title: ${nameText(title_field, 40)}`
  return `${nameText(id, 60)} ${quote(name)} (${kind}, domain ${nameText(domain, 40)}${i18n ? ', translated' : ''}${title})`
}

function describeFields(model: Model): string {
  if (model.kind === 'dictionary') return ''
  const fields = valueFields(model).map(({ name, definition: { type, required, model: target } }) => {
    const to = target === undefined ? '' : ` of ${nameList([target].flat(), 60)}`
    return `${nameText(name, 40)} ${type}${to}${required ? '*' : ''}`
  })
  return `: ${fields.join(', ')}`
}

const flags = ['required', 'unique'] as const
const numbers = ['min', 'max', 'maxSize'] as const

function describeField(definition: FieldDefinition, depth: number): string {
  const { type, model, items, fields, options, pattern, accept, description } = definition
  const parts: string[] = [type]
  if (model !== undefined) parts.push(`of ${nameList([model].flat(), 120)}`)
  for (const flag of flags) if (definition[flag]) parts.push(flag)
  for (const name of numbers) if (typeof definition[name] === 'number') parts.push(`${name} ${definition[name]}`)
  if (pattern !== undefined) parts.push(`pattern ${quote(pattern, 120)}`)
  if (options !== undefined) parts.push(`options ${quoteValue(options, 400)}`)
  if (accept !== undefined) parts.push(`accept ${quote(accept)}`)
  if (definition.default !== undefined) parts.push(`default ${quoteValue(definition.default, 80)}`)
  if (items !== undefined && depth < 3) {
    parts.push(`items (${typeof items === 'string' ? nameText(items) : describeField(items, depth + 1)})`)
  }
  if (fields !== undefined && depth < 3) {
    const all = Object.entries(fields)
    const inner = all
      .slice(0, MAX_INNER)
      .map(([name, each]) => `${nameText(name, 40)}: ${describeField(each, depth + 1)}`)
    const more = all.length > inner.length ? [`and ${all.length - inner.length} more`] : []
    parts.push(`fields (${[...inner, ...more].join('; ')})`)
  }
  if (description !== undefined) parts.push(`— ${quote(description, 160)}`)
  return parts.join(' ')
}

function relationsIn(definition: FieldDefinition, path: string, depth: number): [string, FieldDefinition][] {
  const { type, items, fields } = definition
  if (type === 'relation' || type === 'relations') return [[path, definition]]
  if (depth > 3) return []
  if (type === 'array' && typeof items === 'object') return relationsIn(items, path, depth + 1)
  return Object.entries(fields ?? {}).flatMap(([name, inner]) => relationsIn(inner, `${path}.${name}`, depth + 1))
}
