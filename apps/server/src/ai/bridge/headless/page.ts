import { isRecord } from '@atelier/operation'
import { type Box, type Capture, type Measured, measureFrame, type ShownPage } from '@atelier/site'
import type { Browser } from './browser.ts'

/** How long a page may load before it is measured as it is. */
const loadMs = 5_000
/** Longer pages are cut: a picture of them would show nothing. */
const tallest = 20_000

/** Where a page loads the site's media from: a host that does not exist; requests for it are intercepted. */
export const filesBase = 'https://files.invalid'

/** Pictures from other hosts are not loaded here, so that their absence is not a fault of the page. */
const elsewhere = `[...document.querySelectorAll('img[uid]')]
  .filter((image) => !(image.getAttribute('src') ?? '').startsWith('${filesBase}/'))
  .filter((image) => /^(https?:)?\\/\\//.test(image.getAttribute('src') ?? '') || image.hasAttribute('srcset') || /^[^:]*$/.test(image.getAttribute('src') ?? ''))
  .map((image) => image.getAttribute('uid'))`

/** A file of the site, for the page that asks for it. */
export type LoadFile = (path: string) => Promise<{ type: string; bytes: Buffer } | undefined>

/**
 * Shows an HTML document in a page of its own: no script of it runs, and of what it asks for only the site's own media
 * are loaded.
 */
export async function showPage(
  browser: Browser,
  { html, width, height }: { html: string; width: number; height: number },
  load: LoadFile = async () => undefined,
): Promise<ShownPage> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const sessionId = String(attached.sessionId)
  const send = (method: string, params: object = {}) => browser.send(method, params, sessionId)
  const stop = browser.listen((event) => {
    if (event.sessionId !== sessionId || event.method !== 'Fetch.requestPaused') return
    const { requestId, request } = event.params
    const url = isRecord(request) ? String(request.url) : ''
    if (url.startsWith(`${filesBase}/`)) {
      fulfil(send, requestId, url, load).catch(() => undefined)
      return
    }
    const inside = url.startsWith('data:') || url.startsWith('blob:') || url.startsWith('about:')
    const answer = inside
      ? send('Fetch.continueRequest', { requestId })
      : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    // A page that was closed meanwhile needs no answer.
    answer.catch(() => undefined)
  })
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = await send('Runtime.evaluate', { expression, returnByValue: true })
    if (answer.exceptionDetails) throw new Error('The page could not be measured')
    return isRecord(answer.result) ? answer.result.value : undefined
  }
  const close = async () => {
    stop()
    if (!browser.gone) await browser.send('Target.disposeBrowserContext', { browserContextId })
  }

  try {
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    await send('Emulation.setScriptExecutionDisabled', { value: true })
    await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await send('Page.enable')
    const { frameTree } = await send('Page.getFrameTree')
    const frame = isRecord(frameTree) && isRecord(frameTree.frame) ? frameTree.frame : {}
    await send('Page.setDocumentContent', { frameId: frame.id, html })
    await loaded(evaluate)
  } catch (error) {
    await close()
    throw error
  }

  return {
    async measure() {
      const value = await evaluate(`(${measureFrame.toString()})(document)`)
      const away = await evaluate(elsewhere)
      if (!isMeasured(value)) throw new Error('Chromium measured nothing')
      return withoutElsewhere(value, new Set(Array.isArray(away) ? away : []))
    },
    capture: (area, maxEdge) => capture(send, area, maxEdge),
    close,
  }
}

async function fulfil(
  send: (method: string, params?: object) => Promise<unknown>,
  requestId: unknown,
  url: string,
  load: LoadFile,
): Promise<void> {
  const path = decodeURIComponent(new URL(url).pathname).slice(1)
  const file = await load(path).catch(() => undefined)
  if (!file) {
    await send('Fetch.fulfillRequest', { requestId, responseCode: 404 })
    return
  }
  await send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: file.type },
      // Fonts are requested across origins.
      { name: 'Access-Control-Allow-Origin', value: '*' },
    ],
    body: file.bytes.toString('base64'),
  })
}

async function loaded(evaluate: (expression: string) => Promise<unknown>): Promise<void> {
  const until = Date.now() + loadMs
  while (Date.now() < until) {
    const ready = await evaluate(
      `document.readyState === 'complete' && document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)`,
    )
    if (ready === true) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function withoutElsewhere(measured: Measured, away: ReadonlySet<unknown>): Measured {
  let count = 0
  const nodes = measured.nodes.map((node) => {
    if (node.picture !== 'broken' || !away.has(node.nodeId)) return node
    count += 1
    return { ...node, picture: 'waiting' as const }
  })
  const pictures = count === 1 ? '1 picture' : `${count} pictures`
  const note = `${pictures} from elsewhere ${count === 1 ? 'is' : 'are'} not loaded here, so whether ${count === 1 ? 'it is' : 'they are'} broken is not known.`
  return { ...measured, nodes, ...(count > 0 ? { notes: [note] } : {}) }
}

async function capture(
  send: (method: string, params?: object) => Promise<Record<string, unknown>>,
  area: Box,
  maxEdge: number,
): Promise<Capture | { problem: string }> {
  const box = { ...area, height: Math.min(area.height, tallest) }
  if (box.width < 1 || box.height < 1) return { problem: 'There is no picture: what was asked for has no size.' }
  const scale = Math.min(1, maxEdge / Math.max(box.width, box.height))
  const { data } = await send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { ...box, scale },
  })
  if (typeof data !== 'string') return { problem: 'Chromium made no picture.' }
  const header = Buffer.from(data.slice(0, 64), 'base64')
  return { mimeType: 'image/png', data, width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}

function isMeasured(value: unknown): value is Measured {
  return isRecord(value) && Array.isArray(value.nodes) && isRecord(value.page) && isRecord(value.viewport)
}
