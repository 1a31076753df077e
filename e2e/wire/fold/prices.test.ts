import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findModel } from '../../../packages/agent/src/pricing/catalogue.ts'
import { snapshot } from '../../../packages/agent/src/pricing/snapshot.ts'
import { wires } from '../wires.ts'

/** A file of an SDK, beside one that it exports. */
const read = (exported: string, file: string) => readFileSync(new URL(file, import.meta.resolve(exported)), 'utf8')
const quoted = (text: string, quote: string) =>
  [...text.matchAll(new RegExp(`${quote}([\\w.-]+)${quote}`, 'g'))].map(([, id]) => id ?? '')
/** The ids of a type that is a union of them. */
const union = (declarations: string, name: string) =>
  quoted(new RegExp(`export type ${name} = ([^;]+);`).exec(declarations)?.[1] ?? '', "'")

/** Offered to a few, at prices that are on no list. */
const unlisted = new Set(['claude-mythos-preview'])

const current = {
  anthropic: () => {
    const named = union(read('@anthropic-ai/sdk', './resources/messages/messages.d.ts'), 'Model')
    const code = read('@anthropic-ai/sdk', './resources/messages/messages.js')
    const gone = new Set(quoted(/DEPRECATED_MODELS = \{([^}]*)\}/.exec(code)?.[1] ?? '', "'"))
    const data = named.filter((id) => !gone.has(id)).map((id) => ({ type: 'model', id, display_name: id }))
    return wires.anthropic.models.parse({ data })
  },
  openai: () => {
    const declarations = read('openai', './resources/shared.d.ts')
    const notice =
      /\/\*\*(?:(?!\*\/)[\s\S])*?Deprecated values[\s\S]*?\*\/\s*export type ChatModel/.exec(declarations)?.[0] ?? ''
    const gone = new Set(quoted(notice, '"'))
    const named = union(declarations, 'ChatModel').filter((id) => !gone.has(id))
    return wires.openai.models.parse({ data: named.map((id) => ({ id, object: 'model' })) })
  },
}

it.each(Object.keys(current) as (keyof typeof current)[])(
  'every model that the client of %s names and does not call deprecated has a price without a network',
  (vendor) => {
    const ids = current[vendor]().map(({ id }) => id)
    // A client that tells its models in another way would leave nothing to look for.
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.filter((id) => !unlisted.has(id) && findModel(snapshot, id)?.price === undefined)).toEqual([])
  },
)
