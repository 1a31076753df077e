import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentOperations } from '../packages/content/src/index.ts'
import { siteOperations } from '../packages/site/src/index.ts'
import { isTest, readSources, type SourceFile } from './sources.ts'

/** The only files of the studio with ids as strings: there the type checker holds each against its operation. */
const HANDLES = ['apps/studio/src/editors/site/session/handles.ts', 'apps/studio/src/content/session/handles.ts']
const GENERATED = '.generated.ts'

/**
 * Every call of the studio that names an operation by a string, as a sentence: `run('moveNode', …)`, or an id such as
 * `site.moveNode` anywhere. A handle carries the operation's types; a string does not.
 */
export function bareOperations(
  files: readonly SourceFile[],
  operations: readonly { id: string; name: string }[] = [...siteOperations, ...contentOperations],
): string[] {
  const ids = new Set(operations.map(({ id }) => id))
  const names = new Set(operations.map(({ name }) => name))
  const found: string[] = []
  for (const { path, text: source } of files) {
    if (!path.startsWith('apps/studio/src/') || HANDLES.includes(path) || path.endsWith(GENERATED) || isTest(path))
      continue
    const text = source.replace(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '')
    for (const match of text.matchAll(/(\(\s*|,\s*)?(['"`])([\w.]{1,80})\2/g)) {
      const [, call, , word = ''] = match
      const isCall = call?.startsWith('(') === true && /[\w>]$/.test(text.slice(0, match.index))
      if (!ids.has(word) && !(isCall && names.has(word))) continue
      const line = text.slice(0, match.index).split('\n').length
      found.push(
        `${path}:${line} names the operation ${word} by a string; call it by its handle in ${HANDLES.join(' or ')}`,
      )
    }
  }
  return found
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = bareOperations(readSources(process.cwd()))
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
