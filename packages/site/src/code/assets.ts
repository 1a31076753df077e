import type { Draft, View } from '@atelier/documents'
import { digest } from '../document/digest.ts'
import { isRecord } from '../document/node.ts'
import { isPublishedPath } from '../media/path.ts'
import {
  type CodeType,
  normalizeRuntime,
  type Runtime,
  type RuntimeInput,
  readRuntime,
  runtimeValue,
  type ScriptRuntime,
  type StyleRuntime,
} from './runtime.ts'

/** A script or stylesheet of the site. Its path is its published path, before the hash is added to the name. */
export type CodeAsset = {
  id: string
  path: string
  content: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
} & ({ type: 'script'; runtime: ScriptRuntime } | { type: 'style'; runtime: StyleRuntime })

export const codePrefix = 'code:'
export const dependencyPrefix = 'dependency:'

/** Characters of one asset that is written. */
export const maxCodeLength = 1_000_000
/** Characters of one asset that a site may hold: an import brings larger ones. */
export const maxStoredLength = 12_000_000
const maxPath = 200
const extensions: Readonly<Record<CodeType, RegExp>> = { script: /\.(?:js|mjs|ts)$/i, style: /\.css$/i }
/** Folders reserved for other content. */
const reservedFolders: ReadonlySet<string> = new Set(['media', 'node_modules'])

/** Scripts and styles by path. */
export function codeAssets(site: View): CodeAsset[] {
  const all: CodeAsset[] = []
  for (const key of site.keys(codePrefix)) {
    if (key.includes('/')) continue
    const asset = codeAsset(site, key.slice(codePrefix.length))
    if (asset) all.push(asset)
  }
  return all.sort((a, b) => (a.path === b.path ? (a.id < b.id ? -1 : 1) : a.path < b.path ? -1 : 1))
}

/** The names of the site's scripts and packages in lower case, to be searched for the name of a library. */
export function librariesOf(site: View): string {
  const scripts = codeAssets(site).flatMap(({ type, path, content }) =>
    type === 'script' ? [path, ...(content.match(/(?:from|import)\s?["'][^"']{1,100}["']/g) ?? [])] : [],
  )
  return [...Object.keys(dependencies(site)), ...scripts].join(' ').toLowerCase()
}

/** One asset; undefined if it never existed or is deleted. */
export function codeAsset(site: View, id: string): CodeAsset | undefined {
  const key = `${codePrefix}${id}`
  const made = site.get(key)
  if (!isRecord(made) || site.get(`${key}/deleted`) === true) return undefined
  const { type, createdAt } = made
  const path = site.get(`${key}/path`) ?? made.path
  const content = site.get(`${key}/content`)
  if ((type !== 'script' && type !== 'style') || typeof path !== 'string') return undefined
  const stored = readRuntime(site.get(`${key}/runtime`)) ?? {}
  const made0 = typeof createdAt === 'number' ? createdAt : 0
  const updatedAt = site.get(`${key}/updatedAt`)
  const rest = {
    id,
    path,
    content: typeof content === 'string' ? content : '',
    createdAt: made0,
    updatedAt: typeof updatedAt === 'number' ? updatedAt : made0,
  }
  return type === 'script'
    ? { ...rest, type, runtime: normalizeRuntime('script', stored) }
    : { ...rest, type, runtime: normalizeRuntime('style', stored) }
}

/** The asset at a path; case does not tell two paths apart. */
export function codeByPath(site: View, path: string): CodeAsset | undefined {
  const wanted = path.toLowerCase()
  return codeAssets(site).find((asset) => asset.path.toLowerCase() === wanted)
}

/** The SHA-256 of an asset's whole content, in hexadecimal. */
export function codeHash(content: string): Promise<string> {
  return digest(content, 64)
}

/** A path as an author writes it: `/scripts/menu.js` is `scripts/menu.js`. */
export function tidyPath(path: string): string {
  return path.normalize('NFC').replace(/^(?:\.?\/)+/, '')
}

/** Why a path cannot be an asset's, as a sentence; undefined if it can. */
export function refusePath(path: string, type: CodeType): string | undefined {
  if (path.length > maxPath) return `A path may have ${maxPath} characters.`
  if (!isPublishedPath(path) || !/^[\w@.()+/\- ]+$/.test(path)) {
    return 'A path is folders and a file of letters, digits, hyphens, dots and underscores, with / between them, and leads nowhere else.'
  }
  if (path.split('/').some((part) => part.startsWith('.'))) return 'No part of a path may begin with a dot.'
  const [folder = ''] = path.toLowerCase().split('/')
  if (path.includes('/') && reservedFolders.has(folder)) return `The folder ${folder} holds something else.`
  if (extensions[type].test(path)) return undefined
  return type === 'script' ? 'The path of a script ends in .js, .mjs or .ts.' : 'The path of a style ends in .css.'
}

export interface NewCode {
  id: string
  path: string
  type: CodeType
  content: string
  runtime?: RuntimeInput
  now: number
}

/** Adds an asset. The caller has checked that its path is valid and unused. */
export function addCode(site: Draft, { id, path, type, content, runtime = {}, now }: NewCode): void {
  const key = `${codePrefix}${id}`
  site.set(key, { path, type, createdAt: now })
  site.set(`${key}/content`, content)
  site.set(`${key}/runtime`, runtimeValue(normalizeRuntime(type, runtime)))
}

/** Writes the changed fields of an asset, and the time. Returns whether anything changed. */
export function changeCode(
  site: Draft,
  asset: CodeAsset,
  { content, runtime, path, now }: { content?: string; runtime?: RuntimeInput; path?: string; now: number },
): boolean {
  const key = `${codePrefix}${asset.id}`
  let changed = false
  if (content !== undefined && content !== asset.content) {
    site.set(`${key}/content`, content)
    changed = true
  }
  if (path !== undefined && path !== asset.path) {
    site.set(`${key}/path`, path)
    changed = true
  }
  const next: Runtime = normalizeRuntime(asset.type, runtime ?? {}, asset.runtime)
  if (JSON.stringify(runtimeValue(next)) !== JSON.stringify(runtimeValue(asset.runtime))) {
    site.set(`${key}/runtime`, runtimeValue(next))
    changed = true
  }
  if (changed) site.set(`${key}/updatedAt`, now)
  return changed
}

/** The project's npm dependencies: name and version or range. */
export function dependencies(site: View): Record<string, string> {
  const all: Record<string, string> = {}
  for (const key of [...site.keys(dependencyPrefix)].sort()) {
    const version = site.get(key)
    if (typeof version === 'string' && version !== '') all[key.slice(dependencyPrefix.length)] = version
  }
  return all
}

/** Whether a text can be the name of an npm package: the registry's own rule, without upper case. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name) &&
    name !== 'node_modules'
  )
}

/** A version or a range of versions of the registry; no URL, folder, tag with a colon or alias. */
export function isVersionRange(version: string): boolean {
  return version.length <= 100 && /^(?:[\^~]|[<>]=?)?\d[\w.+-]*(?:\s+(?:-\s+)?(?:[<>]=?)?\d[\w.+-]*)*$/.test(version)
}
