import type { EditorSession } from '../session/session.ts'

export interface FrameSurface {
  element(nodeId: string): Element | undefined
  /** A stylesheet as this frame shows it. */
  shownCss(css: string): string
  /** A preview has changed the page. */
  refresh(): void
}

/**
 * Lets the panels see a frame of the canvas, and shows there the styles that are being tried. The preview has a sheet of
 * its own, so that the page's is not read again for each pixel of a drag.
 * @returns how to stop
 */
export function connectFrame(
  session: EditorSession,
  frame: HTMLIFrameElement,
  { element, shownCss, refresh }: FrameSurface,
): () => void {
  const { frames } = session
  const sheet = frame.contentDocument?.createElement('style')
  const write = () => {
    if (!sheet) return
    const css = shownCss(frames.preview.get())
    if (css !== '' && !sheet.isConnected) frame.contentDocument?.head.append(sheet)
    if (sheet.textContent === css) return
    sheet.textContent = css
    refresh()
  }
  const stops = [frames.add({ width: () => frame.clientWidth, element }), frames.preview.subscribe(write)]
  return () => {
    for (const stop of stops) stop()
    sheet?.remove()
  }
}
