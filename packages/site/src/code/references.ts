import type { CodeAsset } from './assets.ts'

/** Endings that a script may omit from an import path; the bundler tries the same, in this order. */
const endings = ['', '.js', '.mjs', '.ts', '/index.js', '/index.ts'] as const
/** `from "./x"`, `import "./x"` and `import("./x")` of what begins with a dot or a slash. */
const imports = /(\bfrom\s*|\bimport\s*(?:\(\s*)?)(["'])(\.{0,2}\/[^"'\n]*)\2/g
/** `url(x)` and `@import "x"`. */
const urls = /(\burl\(\s*["']?|@import\s+["'])([^"')\s]+)/gi

/**
 * The texts that change when an asset moves to another path: imports of it, and what it names relative to its own folder.
 * @param to the path that it gets
 * @returns new contents by asset id; assets that stay as they are are left out
 */
export function moveReferences(assets: readonly CodeAsset[], moved: CodeAsset, to: string): Map<string, string> {
  const scripts = new Set(assets.flatMap(({ path, type }) => (type === 'script' ? [path] : [])))
  const changed = new Map<string, string>()
  for (const asset of assets) {
    const from = asset.id === moved.id ? to : asset.path
    const content =
      asset.type === 'script'
        ? asset.content.replace(imports, (whole, before: string, quote: string, written: string) => {
            const next = moveImport(written, { asset, from, scripts, moved: moved.path, to })
            return next === undefined ? whole : `${before}${quote}${next}${quote}`
          })
        : asset.id === moved.id
          ? asset.content.replace(urls, (_whole, before: string, written: string) =>
              before.concat(isRelative(written) ? relative(from, resolve(asset.path, written)) : written),
            )
          : asset.content
    if (content !== asset.content) changed.set(asset.id, content)
  }
  return changed
}

/** Whether the target of an import is a script of the site; undefined if it names a package or an address. */
export function isThere(
  assets: readonly CodeAsset[],
  asset: Pick<CodeAsset, 'path'>,
  written: string,
): boolean | undefined {
  if (!/^\.{0,2}\//.test(written) || written.startsWith('//')) return undefined
  const base = written.startsWith('/') ? resolve('', written.slice(1)) : resolve(asset.path, written)
  return assets.some(({ path, type }) => type === 'script' && endings.some((ending) => path === base + ending))
}

interface Move {
  asset: CodeAsset
  /** The path of the importing script afterwards. */
  from: string
  scripts: ReadonlySet<string>
  moved: string
  to: string
}

/** An import as it is written afterwards; undefined if it names no script of the site or stays valid. */
function moveImport(written: string, { asset, from, scripts, moved, to }: Move): string | undefined {
  const base = written.startsWith('/') ? resolve('', written.slice(1)) : resolve(asset.path, written)
  const ending = endings.find((each) => scripts.has(base + each))
  if (ending === undefined) return undefined
  const target = base + ending === moved ? to : base + ending
  if (target === base + ending && from === asset.path) return undefined
  const short = ending !== '' && target.endsWith(ending) ? target.slice(0, -ending.length) : target
  if (written.startsWith('/')) return `/${short}`
  const path = relative(from, short)
  return path.startsWith('.') ? path : `./${path}`
}

const isRelative = (url: string) => !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(url)

/** Resolves a relative path written in a file. */
function resolve(file: string, written: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const part of written.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Another path, relative to the folder of a file. */
function relative(file: string, target: string): string {
  const from = file.split('/').slice(0, -1)
  const to = target.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}
