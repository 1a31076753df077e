import type { TSchema } from 'typebox'
import { compareNames, type FoundOperation } from './read.ts'

/** The first line of every generated file. */
export const HEAD = '// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.\n'

/** The type of the context of a scope, and the module that exports it, relative to the operations. */
export interface ContextType {
  name: string
  from: string
}

/** A module that imports operations and exports them as one list. */
export function listModule(
  found: readonly FoundOperation[],
  { name, doc, context }: { name: string; doc: string; context: ContextType },
): string {
  const makesSome = found.some(({ fromAll }) => fromAll)
  const files = Map.groupBy(found, ({ file }) => file)
  const imports = [...files]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([file, own]) => `import { ${own.map((each) => each.name).join(', ')} } from './${file}'`)
  const types = [
    "import type { Operation } from '@atelier/operation'",
    `import type { ${context.name} } from '${context.from}'`,
  ]
  const entries = found.map((each) =>
    each.fromAll ? `${each.name}((): readonly Operation<${context.name}>[] => ${name})` : each.name,
  )
  return [
    `${HEAD}${[...(makesSome ? types : []), ...imports].join('\n')}`,
    `/** ${doc} */\nexport const ${name} = [\n${entries.map((entry) => `  ${entry},\n`).join('')}] as const\n`,
  ].join('\n\n')
}

/** The handles by which the studio calls what a tab runs itself, and what a command runs on the server. */
export function handlesModule(found: readonly FoundOperation[]): string {
  const operations = found.map(({ operation }) => operation)
  const tab = operations
    .filter((each) => each.tab && each.executor === 'server')
    .map(({ id, name }) => `  ${name}: tab('${id}'),\n`)
  const server = operations
    .filter((each) => !each.tab && each.commands.length > 0)
    .map(({ id, name, output }) => `  ${name}: server(\n    '${id}',\n    ${schemaText(output)},\n  ),\n`)
  return [
    `${HEAD}import { Type } from 'typebox'\nimport { server, tab } from './handleKinds.ts'`,
    `/** The operations that a tab runs itself for a person. */\nexport const tabHandles = {\n${tab.join('')}} as const`,
    `/** The operations of the server that a command runs. */\nexport const commandHandles = {\n${server.join('')}} as const\n`,
  ].join('\n\n')
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'Type.String()',
  number: 'Type.Number()',
  integer: 'Type.Integer()',
  boolean: 'Type.Boolean()',
}

/** The shape of a result as TypeBox writes it; without limits, since the server has checked them. */
export function schemaText(schema: TSchema): string {
  const { type, items, properties, required = [] }: JsonSchema = JSON.parse(JSON.stringify(schema))
  if (type === 'array' && items) return `Type.Array(${schemaText(items)})`
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(([key, field]) => {
      const text = schemaText(field)
      return `${key}: ${required.includes(key) ? text : `Type.Optional(${text})`}`
    })
    return `Type.Object({ ${fields.join(', ')} })`
  }
  return SIMPLE[type ?? ''] ?? 'Type.Unknown()'
}

interface JsonSchema {
  type?: string
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** A module with the icons of commands by their lucide names. */
export function iconsModule(names: ReadonlySet<string>): string {
  const sorted = [...names].sort(compareNames)
  const component = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const imports = sorted.map((name) => `  ${component(name)},\n`).join('')
  const entries = sorted.map((name) => `  '${name}': ${component(name)},\n`).join('')
  return [
    `${HEAD}import {\n${imports}  type LucideIcon,\n} from 'lucide-react'`,
    `/** The icons of commands by the names that the commands use. */\nexport const commandIcons: Readonly<Record<string, LucideIcon>> = {\n${entries}}\n`,
  ].join('\n\n')
}
