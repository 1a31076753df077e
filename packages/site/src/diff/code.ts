import type { ChangeLine, View } from '@atelier/documents'
import { codeAsset, codePrefix, dependencies, dependencyPrefix } from '../code/assets.ts'
import { diffLine, idsOf } from './line.ts'

/** The changes to scripts, style assets and the packages that scripts import. */
export function codeLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  const assets = idsOf(keys, codePrefix).flatMap((id) => {
    const [old, now] = [codeAsset(before, id), codeAsset(after, id)]
    const asset = now ?? old
    if (!asset) return []
    const what = asset.type === 'script' ? 'script' : 'style asset'
    const key = `${codePrefix}${id}`
    if (!old || !now) {
      return diffLine(what, asset.path, old && countOf(old.content), now && countOf(now.content), key, id)
    }
    const { added, removed } = linesBetween(old.content, now.content)
    const content: ChangeLine[] =
      old.content === now.content
        ? []
        : [
            {
              kind: 'changed',
              what,
              target: id,
              label: now.path,
              after: `${added} lines added, ${removed} removed`,
              part: `${key}/content`,
            },
          ]
    return [
      ...diffLine(what, `${now.path} path`, old.path, now.path, `${key}/path`, id),
      ...content,
      ...runtimeLines(what, now.path, old.runtime, now.runtime, id),
    ]
  })
  const [had, has] = [dependencies(before), dependencies(after)]
  const packages = idsOfPackages(keys).flatMap((name) =>
    diffLine('package', name, had[name], has[name], `${dependencyPrefix}${name}`),
  )
  return [...assets, ...packages]
}

/** A package's name may have a slash of its own. */
const idsOfPackages = (keys: readonly string[]) =>
  keys.flatMap((key) => (key.startsWith(dependencyPrefix) ? [key.slice(dependencyPrefix.length)] : []))

function runtimeLines(what: string, path: string, old: object, now: object, id: string): ChangeLine[] {
  const [was, is] = [new Map(Object.entries(old)), new Map(Object.entries(now))]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const text = (value: unknown) =>
      value === undefined ? undefined : typeof value === 'boolean' ? (value ? 'on' : 'off') : codeAsText(value)
    const label = name === 'enabled' ? path : `${path} ${name}`
    return diffLine(what, label, text(was.get(name)), text(is.get(name)), `${codePrefix}${id}/runtime`, id)
  })
}

const codeAsText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function countOf(content: string): string {
  const count = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
  return `${count} ${count === 1 ? 'line' : 'lines'}`
}

/** The numbers of lines that only one of the texts has, ignoring their order. */
function linesBetween(before: string, after: string): { added: number; removed: number } {
  const counts = new Map<string, number>()
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  let added = 0
  for (const line of after.split('\n')) {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    else added += 1
  }
  return { added, removed: [...counts.values()].reduce((sum, count) => sum + count, 0) }
}
