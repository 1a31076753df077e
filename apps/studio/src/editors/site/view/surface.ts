import { measureFrame, type ShownPage, type ViewSurface } from '@atelier/site'
import { captureFrame } from './capture.ts'
import * as strings from './strings.ts'

/** How long a page may load before it is looked at as it is, in milliseconds. */
const loadMs = 8_000

/**
 * Renders pages in this tab, in a frame of their own beside the screen: the person's canvas stays as it is, at its page
 * and its width. No script runs in the frame.
 * @param files where the site’s media are served
 */
export function tabSurface(picture: boolean, files?: string): ViewSurface {
  return {
    picture,
    ...(files === undefined ? {} : { files }),
    async show({ html, width, height }): Promise<ShownPage> {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-same-origin')
      frame.setAttribute('aria-hidden', 'true')
      frame.tabIndex = -1
      frame.inert = true
      frame.title = strings.agentViewTitle
      Object.assign(frame.style, {
        position: 'fixed',
        left: '-100000px',
        top: '0',
        width: `${width}px`,
        height: `${height}px`,
        border: '0',
        pointerEvents: 'none',
      })
      frame.srcdoc = html
      const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
      document.body.append(frame)
      await Promise.race([loaded, pauseRender(loadMs)])
      const shown = frame.contentDocument
      if (!shown) {
        frame.remove()
        throw new Error('The frame was not loaded')
      }
      await Promise.race([shown.fonts.ready, pauseRender(2000)])
      return {
        measure: async () => measureFrame(shown),
        capture: (area, maxEdge) => captureFrame(shown, area, maxEdge),
        close: async () => frame.remove(),
      }
    },
  }
}

function pauseRender(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
