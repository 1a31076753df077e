import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Operation } from '@atelier/operation'
import { isTest } from '../sources.ts'

/** An operation and how its file exports it. */
export interface FoundOperation {
  /** The name of the export: of the operation, or of the function that makes it from the list of all. */
  name: string
  /** Relative to the folder of the operations, such as `pages/addPage.ts`. */
  file: string
  text: string
  /** It is made from the list of all operations, which it calls. */
  fromAll: boolean
  operation: Operation
}

const DEFINED = /^export const (\w+) = defineOperation\(/gm
const MADE = /^export function (create[A-Z]\w*)\(.*\) \{\n {2}return defineOperation\(/gm

/**
 * The operations that the files of a folder and those below define, by name.
 * @throws if an export has another name than its operation
 */
export async function readOperations(folder: string): Promise<FoundOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts') && !isTest(file))
  const found: FoundOperation[] = []
  for (const file of files.sort()) {
    const text = readFileSync(join(folder, file), 'utf8')
    const defined = [...text.matchAll(DEFINED)].map(([, name = '']) => name)
    const made = [...text.matchAll(MADE)].map(([, name = '']) => name)
    if (defined.length + made.length === 0) continue
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href)
    for (const name of [...defined, ...made]) {
      const fromAll = made.includes(name)
      const value = exported[name]
      const operation: unknown = fromAll && typeof value === 'function' ? value(() => []) : value
      if (!isOperation(operation)) throw new Error(`${file} exports no operation as ${name}`)
      if (!fromAll && operation.name !== name)
        throw new Error(`${file} exports ${operation.id} as ${name}: name it ${operation.name}`)
      found.push({ name, file, text, fromAll, operation })
    }
  }
  return found.sort((a, b) => compareNames(a.operation.name, b.operation.name))
}

/** Upper and lower case are the same. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'id' in value && 'effect' in value && 'executor' in value
}
