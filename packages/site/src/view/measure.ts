import type { Measured, MeasuredNode } from '../context/surface.ts'

/**
 * Measures every element with a `uid` in the document of a rendered frame. It refers to nothing outside of
 * itself, so that its text can also be run in another process.
 */
export function measureFrame(frame: Document): Measured {
  const view = frame.defaultView
  if (!view) throw new Error('The frame is not shown')
  const whole = frame.documentElement
  const nodes: MeasuredNode[] = []
  const undisplayed = new Set<Element>()
  for (const element of frame.querySelectorAll('[uid]')) {
    const nodeId = element.getAttribute('uid') ?? ''
    const around = element.parentElement?.closest('[uid]') ?? null
    if (around && undisplayed.has(around)) {
      undisplayed.add(element)
      continue
    }
    const tag = element.localName
    if (tag === 'head' || tag === 'style' || tag === 'link' || tag === 'template' || tag === 'br') continue
    // The parts of a drawing are not laid out.
    if (element.parentElement?.closest('svg')) continue
    const style = view.getComputedStyle(element)
    const rect = element.getBoundingClientRect()
    const node: MeasuredNode = {
      nodeId,
      tag,
      box: {
        x: Math.round((rect.x + view.scrollX) * 10) / 10,
        y: Math.round((rect.y + view.scrollY) * 10) / 10,
        width: Math.round(rect.width * 10) / 10,
        height: Math.round(rect.height * 10) / 10,
      },
    }
    const parent = around?.getAttribute('uid')
    if (parent) node.parent = parent
    let text = ''
    for (const child of element.childNodes) if (child.nodeType === 3) text += child.nodeValue ?? ''
    text = text.replace(/\s+/g, ' ').trim()
    if (text !== '') node.text = text.length > 60 ? `${text.slice(0, 59)}…` : text

    const x = element.scrollWidth - element.clientWidth
    const y = element.scrollHeight - element.clientHeight
    const cutsX = style.overflowX === 'hidden' || style.overflowX === 'clip'
    const cutsY = style.overflowY === 'hidden' || style.overflowY === 'clip'
    if (element !== frame.body && ((cutsX && x > 1) || (cutsY && y > 1))) {
      node.cut = { x: cutsX && x > 1 ? x : 0, y: cutsY && y > 1 ? y : 0 }
    }
    // Line boxes exceed tight line heights by a little, which is not an error.
    const isBox = style.display !== 'inline' && element.clientHeight > 0 && element !== frame.body
    if (isBox && style.overflowY === 'visible' && y > 8 && y > Number.parseFloat(style.fontSize)) node.spill = y
    if ('naturalWidth' in element && 'complete' in element && element.getAttribute('src')) {
      node.picture = element.complete ? (element.naturalWidth === 0 ? 'broken' : 'shown') : 'waiting'
    }
    if (style.display === 'none') {
      node.unseen = 'display'
      undisplayed.add(element)
    } else if (style.visibility === 'hidden' || style.visibility === 'collapse') node.unseen = 'visibility'
    else if (Number(style.opacity) === 0) node.unseen = 'opacity'
    else if (text !== '' && (rect.width < 1 || rect.height < 1) && style.display !== 'contents') node.unseen = 'size'
    nodes.push(node)
  }
  return {
    viewport: { width: view.innerWidth, height: view.innerHeight },
    page: {
      width: Math.max(whole.scrollWidth, frame.body?.scrollWidth ?? 0),
      height: Math.max(whole.scrollHeight, frame.body?.scrollHeight ?? 0),
    },
    nodes,
  }
}
