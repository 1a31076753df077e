import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import type { View } from '@atelier/documents'
import { errorMessage } from '@atelier/operation'
import {
  type BuiltAsset,
  type BuiltCode,
  type CodeAsset,
  codeAssets,
  dependencies,
  publishedCodePath,
  refuseStyle,
} from '@atelier/site'
import { assetsPlugin } from './assetsPlugin.ts'
import { type Bundler, withBundler } from './bundler.ts'
import type { Packages } from './packages.ts'

/** Builds the scripts and styles of a site for its published pages. */
export interface CodeBuilder {
  /** The enabled assets, built; the same content is built once. Files that cannot be built are named and left out. */
  build(projectId: string, site: View): Promise<BuiltCode>
}

/** The longest that one script may take, in milliseconds, with the installing of its packages. */
const maxMs = 150_000
/** Characters of one bundle. */
const maxLength = 5_000_000
/** Built sites that are remembered. */
const remembered = 20

type ScriptAsset = Extract<CodeAsset, { type: 'script' }>

export function createCodeBuilder({ packages }: { packages: Packages }): CodeBuilder {
  const known = new Map<string, Promise<BuiltCode>>()

  const build = async (projectId: string, assets: readonly CodeAsset[], wanted: Readonly<Record<string, string>>) => {
    const built = new Map<string, BuiltAsset>()
    const problems: BuiltCode['problems'] = []
    const install = () => packages.install(projectId, wanted)
    for (const asset of assets) {
      if (!asset.runtime.enabled) continue
      const made =
        asset.type === 'style' ? styleOf(asset) : await scriptOf(asset, { assets, dependencies: wanted, install })
      if ('problem' in made) problems.push({ assetId: asset.id, path: asset.path, message: made.problem })
      else built.set(asset.id, builtFile(asset, made.text))
    }
    return { assets: built, problems }
  }

  return {
    build(projectId, site) {
      const assets = codeAssets(site)
      const wanted = dependencies(site)
      const parts = assets.map(({ id, path, type, content, runtime }) => [id, path, type, content, runtime])
      const key = createHash('sha256')
        .update(JSON.stringify([projectId, parts, wanted]))
        .digest('hex')
      const before = known.get(key)
      if (before) return before
      const work = build(projectId, assets, wanted)
      known.set(key, work)
      const forget = () => {
        if (known.get(key) === work) known.delete(key)
      }
      // A registry that was not reached is requested again.
      work.then(({ problems }) => problems.length > 0 && forget(), forget)
      const oldest = known.keys().next()
      if (known.size > remembered && !oldest.done) known.delete(oldest.value)
      return work
    },
  }
}

type Made = { text: string } | { problem: string }

function styleOf({ content }: CodeAsset): Made {
  const refused = refuseStyle(content)
  return refused ? { problem: `${refused.message} It is in line ${refused.line}.` } : { text: content }
}

function builtFile({ path, type }: CodeAsset, text: string): BuiltAsset {
  const hash = createHash('sha256').update(text).digest('hex')
  const contentType = type === 'style' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  return { path: publishedCodePath(path, hash), contentType, text }
}

async function scriptOf(asset: ScriptAsset, source: Parameters<typeof assetsPlugin>[0]): Promise<Made> {
  try {
    const { format, timing } = asset.runtime
    const text = await withBundler((bundler) =>
      format === 'classic' ? classic(bundler, asset) : bundled(bundler, asset, source),
    )
    if (text.length > maxLength) return { problem: `The bundle is larger than ${maxLength / 1e6} million characters.` }
    return { text: timing === 'idle' ? whenIdle(text) : text }
  } catch (error) {
    return { problem: bundleError(error) }
  }
}

/** A script as it is, made smaller: its names are those of the page, so they stay. */
async function classic({ transform }: Bundler, { path, content }: ScriptAsset): Promise<string> {
  const { code } = await transform(content, {
    loader: path.endsWith('.ts') ? 'ts' : 'js',
    sourcefile: path,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: '{}',
    target: 'es2022',
    logLevel: 'silent',
  })
  try {
    // Read, never run: what only a module may say is not a classic script.
    new Script(code, { filename: path })
  } catch (error) {
    const reason = errorMessage(error)
    throw new Error(`It is not a classic script: ${reason}. With imports its format is module.`)
  }
  return code
}

async function bundled(
  { context }: Bundler,
  asset: ScriptAsset,
  source: Parameters<typeof assetsPlugin>[0],
): Promise<string> {
  const work = await context({
    entryPoints: [asset.path],
    bundle: true,
    write: false,
    minify: true,
    // Waiting code runs within a function, where a module is not allowed.
    format: asset.runtime.timing === 'idle' ? 'iife' : 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: false,
    legalComments: 'none',
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: 'out',
    logLevel: 'silent',
    plugins: [assetsPlugin(source)],
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    void work.cancel()
  }, maxMs)
  try {
    const { outputFiles = [] } = await work.rebuild()
    const script = outputFiles.find(({ path }) => path.endsWith('.js'))
    const other = outputFiles.find(({ path }) => !path.endsWith('.js'))
    if (other) throw new Error('A package brings styles with it; add them as a style of the site instead.')
    return script?.text ?? ''
  } catch (error) {
    throw late ? new Error('Bundling it took too long.', { cause: error }) : error
  } finally {
    clearTimeout(timer)
    await work.dispose()
  }
}

function whenIdle(text: string): string {
  return `(f=>window.requestIdleCallback?requestIdleCallback(f):setTimeout(f,1))(()=>{${text.trimEnd()}\n});\n`
}

/** The bundler's own errors, each with its place. */
function bundleError(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors)) {
    const lines = error.errors
      .slice(0, 5)
      .map((each: { text?: unknown; location?: { file?: unknown; line?: unknown } | null }) => {
        const { text, location } = each
        const file = String(location?.file ?? '').replace(/^asset:/, '')
        return location ? `${String(text)} (${file}, line ${String(location.line)})` : String(text)
      })
    return lines.join(' ')
  }
  return errorMessage(error)
}
