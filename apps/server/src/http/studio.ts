import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Hono } from 'hono'
import { acceptedEncoding, compress } from './compression.ts'
import { studioPolicy } from './guard.ts'
import { notFound } from './refusal.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

/**
 * The built studio: files under `folder`, and its index page for every other path, since the studio routes by itself.
 * Compressed files stay in memory while they are unchanged.
 */
export function studioFiles(folder: string): Hono {
  const routes = new Hono()
  const compressed = new Map<string, { modified: number; body: Buffer<ArrayBufferLike> }>()

  const fileAt = async (path: string) => {
    const file = join(folder, normalize(path))
    if (!file.startsWith(folder + sep)) return undefined
    const info = await stat(file).catch(() => undefined)
    return info?.isFile() ? { file, modified: info.mtimeMs, size: info.size } : undefined
  }

  routes.get('*', async (context) => {
    const path = decodePath(context.req.path)
    if (path === undefined) throw notFound('page')
    // The build's own metadata is beside its files.
    if (/\/\./.test(path)) throw notFound('file')
    const named = path === '/' ? undefined : await fileAt(path)
    if (!named && extname(path) !== '') throw notFound('file')
    const found = named ?? (await fileAt('index.html'))
    if (!found) {
      return context.text('The studio is not built yet. Run `npm start`, which builds it.\n', 503)
    }
    const type = types[extname(found.file)] ?? 'application/octet-stream'
    const tag = `"${Math.round(found.modified).toString(36)}-${found.size.toString(36)}"`
    const headers: Record<string, string> = {
      'Content-Type': type,
      'Cache-Control': path.startsWith('/assets/') && named ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: tag,
    }
    if (type.startsWith('text/html')) headers['Content-Security-Policy'] = studioPolicy
    if (context.req.header('if-none-match') === tag) return context.body(null, 304, headers)

    const bytes = await readFile(found.file)
    const encoding = acceptedEncoding(context.req.header('accept-encoding'))
    if (!encoding || !compressible.test(type) || bytes.length < 1024) {
      return context.body(new Uint8Array(bytes), 200, headers)
    }
    const key = `${encoding} ${found.file}`
    const known = compressed.get(key)
    const body = known?.modified === found.modified ? known.body : await compress(bytes, encoding, 6)
    compressed.set(key, { modified: found.modified, body })
    return context.body(new Uint8Array(body), 200, {
      ...headers,
      'Content-Encoding': encoding,
      Vary: 'Accept-Encoding',
    })
  })
  return routes
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    // A broken escape names no file.
    return undefined
  }
}
