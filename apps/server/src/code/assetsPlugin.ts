import { realpath } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import type { CodeAsset } from '@atelier/site'
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild'
import type { Installed } from './packages.ts'

export interface AssetSource {
  assets: readonly CodeAsset[]
  dependencies: Readonly<Record<string, string>>
  /** Asked when the first script imports a package. */
  install(): Promise<Installed>
}

const namespace = 'asset'
/** Marks our own requests to the resolver, so that it does not call us again. */
const asked = { asked: true }

/**
 * Lets the bundler see the project's own assets and the folder of its packages, and nothing else: every name is resolved
 * here, and every file that is read lies in that folder, links resolved.
 */
export function assetsPlugin({ assets, dependencies, install }: AssetSource): Plugin {
  const scripts = new Map(assets.flatMap((asset) => (asset.type === 'script' ? [[asset.path, asset.content]] : [])))
  let folder: Promise<Installed> | undefined
  const packages = () => {
    folder ??= install()
    return folder
  }

  const inPackages = async (path: string): Promise<boolean> => {
    const installed = await packages()
    if (!installed.ok) return false
    const root = await realpath(join(installed.folder, 'node_modules')).catch(() => undefined)
    const real = await realpath(path).catch(() => undefined)
    return root !== undefined && real?.startsWith(root + sep) === true
  }

  const ofAsset = (written: string, importer: string): OnResolveResult => {
    const target = written.startsWith('/')
      ? posix.normalize(written).slice(1)
      : posix.join(posix.dirname(importer), written)
    const found = ['', '.js', '.mjs', '.ts', '/index.js', '/index.ts'].find((ending) => scripts.has(target + ending))
    if (found !== undefined) return { path: target + found, namespace }
    const style = assets.some(({ path, type }) => type === 'style' && path === target)
    const text = style
      ? `"${written}" is a style: it is loaded by its own options, not imported.`
      : `There is no script "${written}" beside ${importer}.`
    return { errors: [{ text }] }
  }

  return {
    name: 'assets',
    setup(build) {
      const throughResolver = async (args: OnResolveArgs, resolveDir: string): Promise<OnResolveResult> => {
        const { path, kind } = args
        const found = await build.resolve(path, {
          kind,
          resolveDir,
          importer: args.importer,
          namespace: 'file',
          pluginData: asked,
        })
        if (found.errors.length > 0)
          return { errors: [{ text: `"${path}" cannot be found in the project’s packages.` }] }
        // A file that a package leaves out in browsers does not exist.
        if (found.namespace !== 'file' || found.path.startsWith('(disabled)')) return found
        if (found.external || !(await inPackages(found.path))) {
          return {
            errors: [{ text: `"${path}" is not part of the project’s packages; scripts run in browsers only.` }],
          }
        }
        return found
      }

      build.onResolve({ filter: /.*/ }, async (args): Promise<OnResolveResult | undefined> => {
        if (args.pluginData === asked) return undefined
        if (args.kind === 'entry-point') return { path: args.path, namespace }
        if (args.namespace === 'file') return throughResolver(args, args.resolveDir)
        if (args.namespace !== namespace) return { errors: [{ text: `"${args.path}" cannot be imported.` }] }
        if (/^\.{0,2}\//.test(args.path)) return ofAsset(args.path, args.importer)
        if (/^[a-z][a-z\d+.-]*:/i.test(args.path) || args.path.startsWith('//')) {
          return {
            errors: [{ text: `"${args.path}" lies elsewhere: add it as a dependency, or as a script of the site.` }],
          }
        }
        const name = args.path.split('/', args.path.startsWith('@') ? 2 : 1).join('/')
        if (!(name in dependencies)) {
          const known = Object.keys(dependencies).join(', ') || 'none'
          return {
            errors: [
              { text: `The package "${name}" is not a dependency of the site (${known}). Add it with setDependency.` },
            ],
          }
        }
        const installed = await packages()
        if (!installed.ok) return { errors: [{ text: installed.problem }] }
        return throughResolver(args, installed.folder)
      })

      build.onLoad({ filter: /.*/, namespace }, ({ path }): OnLoadResult => {
        const contents = scripts.get(path)
        if (contents === undefined) return { errors: [{ text: `There is no script ${path}.` }] }
        return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
      })
      build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }): Promise<OnLoadResult | undefined> => {
        if (await inPackages(path)) return undefined
        return { errors: [{ text: 'A file outside of the project’s packages cannot be read.' }] }
      })
    },
  }
}
