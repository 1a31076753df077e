import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObjectName } from './names.ts'

/**
 * Reads refs from the files of a repository, as gitrepository-layout(5) describes them: one for each ref, and
 * `packed-refs` for those that have none. A process of git takes a hundred times as long, and refs are read most of all.
 *
 * @param path the bare repository
 * @param pattern the name of one ref, or the beginning of many, which ends with a slash
 * @returns commits by names of refs, sorted by name; undefined where only git can say what the refs are
 */
export async function readRefFiles(path: string, pattern: string): Promise<ReadonlyMap<string, string> | undefined> {
  const isPlain = (await exists(join(path, 'HEAD'))) && !(await exists(join(path, 'reftable')))
  if (!isPlain) return undefined
  const found = new Map<string, string>()
  const names = pattern.endsWith('/') ? await filesUnder(path, pattern) : [pattern]
  for (const name of names) {
    const text = await readIfThere(join(path, name))
    if (text === undefined) continue
    // The name of another ref, or a file that was cut short.
    if (!isObjectName(text.trimEnd())) return undefined
    found.set(name, text.trimEnd())
  }
  // Read last: packing writes a ref here before it removes the file of its own.
  const packed = (await readIfThere(join(path, 'packed-refs'))) ?? ''
  for (const line of packed.split('\n')) {
    const [oid = '', name = ''] = line.split(' ')
    const isWanted = pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern
    if (isWanted && isObjectName(oid) && !found.has(name)) found.set(name, oid)
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The names of refs that have files of their own. */
async function filesUnder(path: string, prefix: string): Promise<string[]> {
  const entries = await readdir(join(path, prefix), { withFileTypes: true, recursive: true }).catch(orNothing)
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(path.length + 1)
        .replaceAll('\\', '/'),
    )
}

const readIfThere = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(orNothing)

const exists = async (file: string): Promise<boolean> => (await stat(file).catch(orNothing)) !== undefined

/** A file that is removed meanwhile, or a folder by the name of a ref, is no ref. */
function orNothing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EISDIR') throw error
}
