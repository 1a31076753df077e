import type { Documents } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import { type CompileUtilities, mediaByPath, type ViewSurface } from '@atelier/site'
import { nodeId } from '../../../documents/nodeId.ts'
import { readOnlyDrafts } from '../../../documents/readOnlyDrafts.ts'
import type { RenderCall } from '../../../operations/executors.ts'
import { type Browser, launchBrowser } from './browser.ts'
import { filesBase, type LoadFile, showPage } from './page.ts'

/** A `view` operation, its input checked already. */
/** Carries out `view` operations in a browser of the server. */
export interface Render {
  /** @throws if the browser cannot be started, dies or takes too long */
  render(call: RenderCall): Promise<Envelope>
  close(): Promise<void>
}

export interface RenderOptions {
  documents: Documents
  now(): number
  /** The bytes of a project's media. */
  files?: { read(projectId: string, hash: string): Promise<Buffer | undefined> }
  compileUtilities?: CompileUtilities
  /** Where Chromium is. */
  path: string
  /** After how long without a call the browser is closed, in milliseconds. */
  idleMs?: number
  /** The longest that one call may take, in milliseconds. */
  maxMs?: number
}

/** The most bytes of one file that a page is given: films are not waited for. */
const largestFile = 25 * 1024 * 1024
/** Pages at a time; the rest waits in line. */
const atOnce = 2

/** One browser for all calls, started with the first of them and closed when none has come for a while. */
export function createRender(options: RenderOptions): Render {
  const { documents, files, compileUtilities, now, path, idleMs = 60_000, maxMs = 20_000 } = options
  let browser: Browser | undefined
  let idle: NodeJS.Timeout | undefined
  let busy = 0
  let closed = false
  const line: (() => void)[] = []

  const open = (): Browser => {
    clearTimeout(idle)
    if (!browser || browser.gone) browser = launchBrowser(path)
    return browser
  }

  const enter = async () => {
    if (busy >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
    busy += 1
  }

  const leave = () => {
    busy -= 1
    const next = line.shift()
    if (next) return next()
    if (busy > 0) return
    idle = setTimeout(() => void stop(), idleMs)
    idle.unref()
  }

  const stop = async () => {
    clearTimeout(idle)
    const last = browser
    browser = undefined
    await last?.close()
  }

  const run = async (used: Browser, call: RenderCall): Promise<Envelope> => {
    const drafts = readOnlyDrafts(documents, call.project.id)
    const { actor, focus, operation, input, picture, project } = call
    const siteDocumentId = project.site_document_id
    const load: LoadFile = async (path) => {
      const site = await drafts.open(siteDocumentId)
      const entry = site && mediaByPath(site, path)
      const bytes = entry && entry.bytes <= largestFile ? await files?.read(project.id, entry.hash) : undefined
      return entry && bytes && { type: entry.type, bytes }
    }
    const surface: ViewSurface = {
      picture,
      files: filesBase,
      ...(compileUtilities ? { compileUtilities } : {}),
      show: (page) => showPage(used, page, load),
    }
    const started = await operation.start(input, {
      actor,
      focus,
      now,
      newId: nodeId,
      project: { id: project.id, siteDocumentId },
      drafts,
      surface,
    })
    return started.ok ? await started.run() : started.result
  }

  return {
    async render(call) {
      if (closed) return fail('stopping', 'The server is stopping.')
      await enter()
      const used = open()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // Whatever holds it up goes with it, and the next call starts a new one.
          void used.close()
          reject(new Error(`Rendering took longer than ${maxMs} ms`))
        }, maxMs)
      })
      try {
        return await Promise.race([run(used, call), late])
      } finally {
        clearTimeout(timer)
        leave()
      }
    },
    async close() {
      closed = true
      await stop()
    },
  }
}
