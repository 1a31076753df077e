import { clean } from '@atelier/operation'
import type { ContentSchema, FieldDefinition, Model } from '../model/definition.ts'
import { valueFields } from '../model/named.ts'
import { agentPrompt } from '../strings/agentPrompts.ts'
import { quote, quoteValue } from './quote.ts'

/** Bytes of all models but the open one. */
const MAX_OTHERS = 6_000
/** Of these the bytes up to which a model comes with its fields. */
const MAX_WHOLE = 4_000
const MAX_EDGES = 60

const encoder = new TextEncoder()

/** The open model whole, with every constraint. */
export function activeModelText(schema: ContentSchema | undefined, id: string | undefined): string {
  const model = schema?.models.find((each) => each.id === id)
  if (!model) return agentPrompt('schema.none')
  const fields = model.kind === 'dictionary' ? [] : valueFields(model)
  return [
    agentPrompt('schema.active', { model: headOf(model) }),
    ...(model.description ? [quote(model.description, 300)] : []),
    ...fields.map(({ name, definition }) => `- ${name}: ${describeField(definition, 0)}`),
  ].join('\n')
}

/** The other models as the names and types of their fields; beyond 4 kB as their ids alone, and at most 6 kB of them. */
export function otherModelsText(schema: ContentSchema | undefined, active: string | undefined): string {
  const others = schema?.models.filter(({ id }) => id !== active) ?? []
  const lines = [agentPrompt('schema.others')]
  let used = bytes(lines.join()) + 60
  let more = 0
  for (const model of others) {
    const whole = `- ${headOf(model)}${fieldsOf(model)}`
    const short = `- ${clean(model.id, 60)}`
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
              from: clean(`${model.id}.${path}`, 120),
              to: clean(target, 60),
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
  const title = title_field === undefined || kind === 'dictionary' ? '' : `, title: ${clean(title_field, 40)}`
  return `${clean(id, 60)} ${quote(name)} (${kind}, domain ${clean(domain, 40)}${i18n ? ', translated' : ''}${title})`
}

function fieldsOf(model: Model): string {
  if (model.kind === 'dictionary') return ''
  const fields = valueFields(model).map(({ name, definition: { type, required, model: target } }) => {
    const to = target === undefined ? '' : ` of ${clean([target].flat().join('|'), 60)}`
    return `${clean(name, 40)} ${type}${to}${required ? '*' : ''}`
  })
  return `: ${fields.join(', ')}`
}

const flags = ['required', 'unique'] as const
const numbers = ['min', 'max', 'maxSize'] as const

function describeField(definition: FieldDefinition, depth: number): string {
  const { type, model, items, fields, options, pattern, accept, description } = definition
  const parts: string[] = [type]
  if (model !== undefined) parts.push(`of ${clean([model].flat().join('|'), 120)}`)
  for (const flag of flags) if (definition[flag]) parts.push(flag)
  for (const name of numbers) if (definition[name] !== undefined) parts.push(`${name} ${definition[name]}`)
  if (pattern !== undefined) parts.push(`pattern ${quote(pattern, 120)}`)
  if (options !== undefined) parts.push(`options ${quoteValue(options, 400)}`)
  if (accept !== undefined) parts.push(`accept ${quote(accept)}`)
  if (definition.default !== undefined) parts.push(`default ${quoteValue(definition.default, 80)}`)
  if (items !== undefined && depth < 3) {
    parts.push(`items (${typeof items === 'string' ? items : describeField(items, depth + 1)})`)
  }
  if (fields !== undefined && depth < 3) {
    const inner = Object.entries(fields).map(([name, each]) => `${clean(name, 40)}: ${describeField(each, depth + 1)}`)
    parts.push(`fields (${inner.join('; ')})`)
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
