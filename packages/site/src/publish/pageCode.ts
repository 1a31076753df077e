import type { View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import type { ScriptRuntime } from '../code/runtime.ts'
import type { CodeSources } from './csp.ts'
import type { TextFile } from './files.ts'

/** An asset as it is published: scripts bundled, styles as written, each under a name with its hash. */
export type BuiltAsset = TextFile & { sources?: CodeSources }

/** The built assets of a site, by the id of the asset. What could not be built is missing and listed in `problems`. */
export interface BuiltCode {
  assets: ReadonlyMap<string, BuiltAsset>
  problems: { assetId: string; path: string; message: string }[]
}

export interface PageCode {
  /** Elements for the end of the head and of the body, as HTML, in order. */
  head: string[]
  bodyEnd: string[]
  files: TextFile[]
  /** What the page’s policy must allow for them; empty if it has no script. */
  csp: CodeSources
}

/**
 * The code of one page, as it stands in the published document. Addresses are root-relative, since a page may lie
 * anywhere. Order within head and body follows priority, then path.
 */
export function pageCode(site: View, pageId: string, built: BuiltCode): PageCode {
  const { scripts, styles } = appliedCode(site, pageId)
  const code: PageCode = { head: [], bodyEnd: [], files: [], csp: {} }
  for (const { id } of styles) {
    const file = built.assets.get(id)
    if (!file) continue
    code.head.push(`<link rel="stylesheet" href="${escapeUrl(file.path)}">`)
    code.files.push(fileOf(file))
  }
  for (const { id, runtime } of scripts) {
    const file = built.assets.get(id)
    if (!file) continue
    const tag = `<script${attributesOf(runtime)} src="${escapeUrl(file.path)}"></script>`
    if (runtime.placement === 'head') code.head.push(tag)
    else code.bodyEnd.push(tag)
    code.files.push(fileOf(file))
    // A script of the site’s own may ask any server over https; it loads no further script from elsewhere.
    code.csp = { script: ["'self'"], connect: ["'self'", 'https:', 'wss:'] }
  }
  return code
}

function fileOf({ path, contentType, text }: BuiltAsset): TextFile {
  return { path, contentType, text }
}

/** A module waits for the page to be read by itself; what waits longer does so within the file. */
function attributesOf({ format, timing }: ScriptRuntime): string {
  if (format === 'module') return timing === 'immediate' ? ' type="module" async' : ' type="module"'
  return timing === 'immediate' ? '' : ' defer'
}

function escapeUrl(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`.replaceAll("'", '%27')
}

/** Where an asset is published: in its own folder, so that relative addresses in it stay true, under a name with its hash. */
export function publishedCodePath(path: string, hash: string): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash).replace(/(?:-[0-9a-f]{10})?\.(?:js|mjs|ts|css)$/i, '')
  const extension = /\.css$/i.test(path) ? 'css' : 'js'
  return `${path.slice(0, slash)}${name}-${hash.slice(0, 10)}.${extension}`
}
