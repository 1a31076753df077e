import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { createMemoryView, type Draft } from '@atelier/documents'
import {
  applyImport,
  createSite,
  type ImportFile,
  importedMedia,
  type KeptMedia,
  prepareImport,
  readMedia,
} from '@atelier/site'
import { publishSite } from '../../../packages/site/testing/publishSite.ts'

/** A site as it was authored, and the same imported and published. */
export interface BothSites {
  site: Draft
  pages: ReadonlyMap<string, { view: Draft; path: string }>
  source: ReadonlyMap<string, Uint8Array>
  release: ReadonlyMap<string, ServedFile>
  /** The refusal, as text. */
  refused: string[]
  warnings: string[]
}

export interface ServedFile {
  bytes: Uint8Array
  contentType: string
  policy?: string
}

/** Every file of a folder. */
export function filesIn(folder: string): ImportFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    return [{ path: relative(folder, path).split(sep).join('/'), bytes: new Uint8Array(readFileSync(path)) }]
  })
}

/** Imports a folder into an empty site and publishes that, as the server does. */
export async function importAndPublish(files: readonly ImportFile[]): Promise<BothSites> {
  const prepared = await prepareImport(files)
  const site = createMemoryView()
  createSite(site, { name: 'Fidelity' })
  const bytes = new Map<string, Uint8Array>()
  const media = new Map<string, KeptMedia>()
  for (const { path, bytes: given } of importedMedia(prepared, {})) {
    const read = readMedia(given, path)
    if (!read.ok) continue
    const content = read.media.cleaned ?? given
    const hash = createHash('sha256').update(content).digest('hex')
    bytes.set(hash, content)
    media.set(path, { hash, type: read.media.type.type, bytes: content.byteLength })
  }
  const views = new Map<string, Draft>()
  let count = 0
  const report = applyImport(
    {
      site,
      drafts: {
        open: async (id) => views.get(id),
        create(id) {
          const view = createMemoryView()
          views.set(id, view)
          return view
        },
      },
      newId() {
        count += 1
        return `n${count.toString(36).padStart(9, '0')}`
      },
      now: () => 0,
      media,
      starter: new Set(),
    },
    prepared,
    {},
  )
  const published = await publishSite({ site, pages: [...views].map(([id, view]) => ({ id, view })) })
  const release = new Map<string, ServedFile>()
  for (const { path, text, contentType, policy } of published.files) {
    release.set(path, { bytes: new TextEncoder().encode(text), contentType, ...(policy ? { policy } : {}) })
  }
  for (const { path, blob, contentType } of published.media) {
    const content = bytes.get(blob)
    if (content) release.set(path, { bytes: content, contentType })
  }
  const pages = new Map<string, { view: Draft; path: string }>()
  for (const { id, path } of report.pages) {
    const view = views.get(id)
    if (view) pages.set(id, { view, path })
  }
  return {
    site,
    pages,
    source: rooted(files, prepared.root),
    release,
    refused: prepared.refused.map(({ path, what, why }) => `${path}: ${what}: ${why}`),
    warnings: prepared.warnings.map(({ path, message }) => `${path}: ${message}`),
  }
}

function rooted(files: readonly ImportFile[], root: string): Map<string, Uint8Array> {
  const start = root === '' ? '' : `${root}/`
  return new Map(
    files.flatMap(({ path, bytes }) => (path.startsWith(start) ? [[path.slice(start.length), bytes] as const] : [])),
  )
}
