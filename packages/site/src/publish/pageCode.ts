import type { View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import type { ScriptRuntime } from '../code/runtime.ts'
import type { CodeSources } from './csp.ts'
import type { TextFile } from './files.ts'

/** An asset as it is published: scripts bundled, styles as written, each under a name with its hash. */
export type BuiltAsset = TextFile & { sources?: CodeSources }

/** The built assets of a site, by the id of the asset. Assets that failed to build are missing and listed in `problems`. */
export interface BuiltCode {
  assets: ReadonlyMap<string, BuiltAsset>
  problems: { assetId: string; path: string; message: string }[]
}

export interface PageCode {
  /** Elements for the end of the head and of the body, as HTML, in order. */
  head: string[]
  bodyEnd: string[]
  files: TextFile[]
  /** The sources that the page’s policy must allow for them; empty if it has no script. */
  csp: CodeSources
}

/**
 * The code of one page as published. Addresses are root-relative, since a page may be
 * in any folder. Order within head and body follows priority, then path.
 */
export function pageCode(site: View, pageId: string, built: BuiltCode): PageCode {
  const { scripts, styles } = appliedCode(site, pageId)
  const code: PageCode = { head: [], bodyEnd: [], files: [], csp: {} }
  for (const { id } of styles) {
    const file = built.assets.get(id)
    if (!file) continue
    code.head.push(`<link rel="stylesheet" href="${escapeUrl(file.path)}">`)
    code.files.push(publishedFile(file))
  }
  for (const { id, runtime } of scripts) {
    const file = built.assets.get(id)
    if (!file) continue
    const tag = `<script${attributesOf(runtime)} src="${escapeUrl(file.path)}"></script>`
    if (runtime.placement === 'head') code.head.push(tag)
    else code.bodyEnd.push(tag)
    code.files.push(publishedFile(file))
    // The site’s own scripts may send requests to any server over https, but load no external script.
    code.csp = { script: ["'self'"], connect: ["'self'", 'https:', 'wss:'] }
  }
  return code
}

function publishedFile({ path, contentType, text }: BuiltAsset): TextFile {
  return { path, contentType, text }
}

/** A module is deferred by default; a script that waits longer does so in its own code. */
function attributesOf({ format, timing }: ScriptRuntime): string {
  if (format === 'module') return timing === 'immediate' ? ' type="module" async' : ' type="module"'
  return timing === 'immediate' ? '' : ' defer'
}

function escapeUrl(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`.replaceAll("'", '%27')
}

/** The path of a published asset: in its own folder, so its relative URLs stay correct, under a name with its hash. */
export function publishedCodePath(path: string, hash: string): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash).replace(/(?:-[0-9a-f]{10})?\.(?:js|mjs|ts|css)$/i, '')
  const extension = /\.css$/i.test(path) ? 'css' : 'js'
  return `${path.slice(0, slash)}${name}-${hash.slice(0, 10)}.${extension}`
}
