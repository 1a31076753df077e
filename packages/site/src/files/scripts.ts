import { type Envelope, excerpt } from '@atelier/operation'
import { appliedCode } from '../code/applies.ts'
import { addCode, type CodeAsset, changeCode, codeAssets, codeByPath } from '../code/assets.ts'
import type { ScriptRuntime } from '../code/runtime.ts'
import type { SiteContext } from '../context/context.ts'
import type { RefusedScript } from '../html/reader.ts'
import type { Refusal } from '../html/refuse.ts'
import { incomingCode } from '../lint/incoming.ts'
import type { MarkupFile } from './text.ts'

type Script = Extract<CodeAsset, { type: 'script' }>

/** The result of writing the scripts of a page. */
export interface WrittenScripts {
  refused: Refusal[]
  warnings: string[]
  /** The file of what was inline. */
  path?: string
  problem?: Envelope<never>
}

/**
 * The scripts that a document names or holds: a file of the site is loaded by the page as it is named, an inline script
 * becomes one. The page no longer loads those that were its own and are not there any more.
 * @param localPath the path of an address of this site; undefined for another site's
 */
export function writeScripts(
  context: SiteContext,
  { entry, file }: MarkupFile,
  scripts: readonly RefusedScript[],
  localPath: (url: string) => string | undefined,
): WrittenScripts {
  const { site, newId, now } = context
  const refused: Refusal[] = []
  const warnings: string[] = []
  const inline: string[] = []
  const named = new Set<string>()
  let isModule = false
  for (const script of scripts) {
    const { attrs, text, inHead } = script
    const of = (name: string) => attrs.find(([each]) => each === name)?.[1]
    const [src, type = ''] = [of('src'), of('type')]
    const where = inHead ? 'head' : 'body'
    const what = src === undefined ? '<script>' : `<script src="${src.slice(0, 100)}">`
    if (src !== undefined) {
      const path = localPath(src)
      const asset = path === undefined ? undefined : codeByPath(site, path)
      if (path === undefined) refused.push({ what, where, why: 'a page loads no script of another site' })
      else if (asset?.type !== 'script')
        refused.push({ what, where, why: `there is no script ${path}; write it as a file first` })
      else {
        named.add(asset.id)
        loadOn(context, asset, entry.id, asNamed(script))
      }
    } else if (!/^(?:module|text\/javascript|application\/javascript)?$/i.test(type.trim())) {
      refused.push({ what: `<script type="${type.slice(0, 60)}">`, where, why: 'it is no script that a browser runs' })
    } else if (text.trim() !== '') {
      const incoming = incomingCode(text.trim(), 'script', {})
      if (incoming.refused) return { refused, warnings, problem: incoming.refused }
      inline.push(incoming.found.text.trim())
      isModule ||= /^module$/i.test(type.trim())
    }
  }
  let path: string | undefined
  if (inline.length > 0) {
    const content = `${inline.join('\n\n')}\n`
    const same = codeAssets(site).find((each) => each.type === 'script' && each.content === content)
    path = same?.path ?? freePath(context, `scripts/${file.name.replace(/\.html?$/i, '')}`)
    const scope = { kind: 'pages' as const, pageIds: [entry.id] }
    const runtime = { format: isModule ? ('module' as const) : ('classic' as const), scope }
    if (same?.type === 'script') loadOn(context, same, entry.id)
    else addCode(site, { id: newId(), path, type: 'script', content, runtime, now: now() })
    const made = codeByPath(site, path)
    if (made) named.add(made.id)
    warnings.push(`The inline script became ${path}, which this page loads; change it there.`)
  }
  for (const asset of appliedCode(site, entry.id).scripts) {
    if (named.has(asset.id) || !takeOff(context, asset, entry.id)) continue
    warnings.push(`The page no longer loads ${excerpt(asset.path, 100)}, which it does not name.`)
  }
  return { refused, warnings, ...(path === undefined ? {} : { path }) }
}

/** How a page loads a script that it names: as a module, at once, or behind its content. */
function asNamed({ attrs, inHead }: RefusedScript): Pick<ScriptRuntime, 'format' | 'placement' | 'timing'> {
  const has = (name: string) => attrs.some(([each]) => each === name)
  const type = attrs
    .find(([name]) => name === 'type')?.[1]
    .trim()
    .toLowerCase()
  const placement = inHead ? 'head' : 'body-end'
  if (type === 'module') return { format: 'module', placement, timing: has('async') ? 'immediate' : 'dom-ready' }
  return { format: 'classic', placement, timing: has('defer') || has('async') ? 'dom-ready' : 'immediate' }
}

function freePath({ site }: SiteContext, stem: string): string {
  let path = `${stem}.js`
  for (let number = 2; codeByPath(site, path); number += 1) path = `${stem}-${number}.js`
  return path
}

/**
 * Makes a page load a script.
 * @param named how the page names it, which counts if no page loads it yet
 */
function loadOn({ site, now }: SiteContext, asset: Script, pageId: string, named?: Partial<ScriptRuntime>): void {
  const { scope } = asset.runtime
  if (appliedCode(site, pageId).scripts.some(({ id }) => id === asset.id)) return
  const isFirst = scope.kind === 'pages' && scope.pageIds.length === 0
  const scoped = scope.kind === 'pages' ? { scope: { kind: scope.kind, pageIds: [...scope.pageIds, pageId] } } : {}
  const runtime = { enabled: true, ...scoped, ...(isFirst ? named : {}) }
  changeCode(site, asset, { runtime, now: now() })
}

/** A sentence about a script that no page loads; undefined if one does, or if it is no script. */
export function unloadedScript(asset: CodeAsset): string | undefined {
  const { path, type, runtime } = asset
  if (type !== 'script' || runtime.scope.kind !== 'pages' || runtime.scope.pageIds.length > 0) return undefined
  return `No page loads ${path} yet: name it with <script src="/${path}"> in those that need it.`
}

/** Makes a page no longer load a script; false if it is not loaded by pages one by one. */
function takeOff({ site, now }: SiteContext, asset: Script, pageId: string): boolean {
  const { scope } = asset.runtime
  if (scope.kind !== 'pages') return false
  const pageIds = scope.pageIds.filter((id) => id !== pageId)
  changeCode(site, asset, { runtime: { scope: { kind: 'pages', pageIds } }, now: now() })
  return true
}
