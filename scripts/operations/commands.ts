import { dirname, posix } from 'node:path'
import { HEAD } from './lists.ts'
import { compareNames, type FoundOperation } from './read.ts'

/** One declaration at the top of a file, with the comment above it. */
interface Declaration {
  name: string
  text: string
}

const COMMANDS_OF = `const commandsOf = (
  operation: string,
  definitions: readonly CommandDefinition<SiteEditorState>[],
): OperationCommand<SiteEditorState>[] => definitions.map((definition) => ({ ...definition, operation }))`

interface Import {
  from: string
  isType: boolean
}

/** Declarations begin at the start of a line, as the formatter leaves them. */
const BEGINS = /^(?:export |async |const |let |function |interface |type |class |import |\/\*\*|\/\/)/
const NAMED = /^(?:export )?(?:async )?(?:const|let|function|interface|type|class) (\w+)/m

function declarationsOf(source: string): Declaration[] {
  const chunks: string[][] = []
  let isComment = false
  for (const line of source.split('\n')) {
    const starts = BEGINS.test(line)
    if (starts && !isComment) chunks.push([])
    if (starts) isComment = line.startsWith('/')
    chunks.at(-1)?.push(line)
  }
  return chunks.flatMap((lines) => {
    const text = lines.join('\n').trim()
    const name = NAMED.exec(text)?.[1]
    return name === undefined ? [] : [{ name, text: text.replace(/^export (?=\w)/m, '') }]
  })
}

function importsOf(source: string): Map<string, Import> {
  const found = new Map<string, Import>()
  for (const [, type, names = '', from = ''] of source.matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'/gm)) {
    for (const each of names.split(',').map((name) => name.trim())) {
      if (each !== '') found.set(each.replace(/^type /, ''), { from, isType: !!type || each.startsWith('type ') })
    }
  }
  return found
}

/** Whether the operation's file has a list of commands, which is named after it. */
const listOf = ({ operation }: FoundOperation) => `${operation.name}Commands`

/**
 * A module with the commands of all operations and none of their code: the declarations of each file that its commands
 * need, so that an editor loads them without the operations.
 * @param folder of the operations; `light` of the modules that commands may use, which is where this one is written
 * @throws if a command uses another module, or two files declare the same name
 */
export function commandsModule(
  found: readonly FoundOperation[],
  { folder, light }: { folder: string; light: string },
): string {
  const texts = new Map<string, { file: string; text: string }>()
  const imports = new Map<string, Import>()
  const spreads: string[] = []
  for (const each of found) {
    if (each.operation.commands.length === 0) continue
    const { file, text } = each
    const declarations = new Map(declarationsOf(text).map((own) => [own.name, own.text]))
    const imported = importsOf(text)
    const list = listOf(each)
    if (!declarations.has(list)) throw new Error(`${file} has commands: put them into a list named ${list}`)
    const needed = neededBy(list, declarations)
    for (const [name, declaration] of declarations) {
      if (!needed.has(name)) continue
      const other = texts.get(name)
      if (other) throw new Error(`${file} and ${other.file} both declare ${name} for their commands: rename one`)
      texts.set(name, { file, text: declaration })
    }
    for (const name of needed) {
      const source = imported.get(name)
      if (!source) continue
      const path = source.from.startsWith('.') ? posix.join(folder, dirname(file), source.from) : source.from
      const isLight = path.startsWith(`${light}/`) || source.isType
      if (!isLight) throw new Error(`The commands of ${file} use ${name} of ${source.from}: only ${light} may be used`)
      const from = path.startsWith('.') || path.startsWith('packages/') ? relativeTo(light, path) : path
      imports.set(name, { from, isType: source.isType })
    }
    spreads.push(`  ...commandsOf('${each.operation.id}', ${list}),\n`)
  }
  imports.set('CommandDefinition', { from: '@atelier/operation', isType: true })
  imports.set('OperationCommand', { from: '@atelier/operation', isType: true })
  imports.set('SiteEditorState', { from: './state.ts', isType: true })
  return [
    `${HEAD}${importLines(imports)}`,
    ...[...texts.values()].map(({ text }) => text),
    COMMANDS_OF,
    `/** The commands of all operations, without the operations. */\nexport const commands: readonly OperationCommand<SiteEditorState>[] = [\n${spreads.join('')}]\n`,
  ].join('\n\n')
}

/** The words outside quotes that a declaration and those that it names consist of, its own name included. */
function neededBy(first: string, declarations: ReadonlyMap<string, string>): Set<string> {
  const needed = new Set([first])
  for (const name of needed) {
    const code = (declarations.get(name) ?? '').replace(/'[^'\n]*'/g, '')
    for (const word of code.match(/\w+/g) ?? []) needed.add(word)
  }
  return needed
}

function relativeTo(folder: string, path: string): string {
  const relative = posix.relative(folder, path)
  return relative.startsWith('.') ? relative : `./${relative}`
}

function importLines(imports: ReadonlyMap<string, Import>): string {
  const modules = Map.groupBy(imports, ([, { from, isType }]) => `${isType ? 'import type' : 'import'} ${from}`)
  return [...modules]
    .sort(([a], [b]) => compareNames(a.split(' ').at(-1) ?? '', b.split(' ').at(-1) ?? ''))
    .map(([key, names]) => {
      const from = key.split(' ').at(-1)
      const sorted = names.map(([name]) => name).sort(compareNames)
      return `${key.slice(0, key.lastIndexOf(' '))} { ${sorted.join(', ')} } from '${from}'`
    })
    .join('\n')
}
