import { errorMessage } from '@atelier/operation'
import type { Box, Capture } from '@atelier/site'
import * as strings from './strings.ts'

const svg = 'http://www.w3.org/2000/svg'
/** Longer pages are cut: a picture of them would show nothing. */
const tallest = 20_000
const blank = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${svg}"><rect width="100%" height="100%" fill="#8884"/></svg>`)}`

/**
 * A picture of a part of a rendered frame, by way of an SVG that holds a copy of its document. Resources that a picture
 * cannot load (pictures of other hosts, web fonts) are grey or fall back.
 */
export async function captureFrame(
  frame: Document,
  area: Box,
  maxEdge: number,
): Promise<Capture | { problem: string }> {
  const view = frame.defaultView
  const box = { ...area, height: Math.min(area.height, tallest) }
  if (!view || box.width < 1 || box.height < 1) return { problem: strings.pictureHasNoSize }
  const width = view.innerWidth
  const height = Math.min(tallest, Math.max(frame.documentElement.scrollHeight, view.innerHeight))
  try {
    const source = svgOf(frame, view, width, height)
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
    await image.decode()
    const scale = Math.min(1, maxEdge / Math.max(box.width, box.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(box.width * scale))
    canvas.height = Math.max(1, Math.round(box.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return { problem: strings.browserCannotDraw }
    pen.fillStyle = background(frame, view)
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(image, box.x, box.y, box.width, box.height, 0, 0, canvas.width, canvas.height)
    const url = canvas.toDataURL('image/png')
    const data = url.slice(url.indexOf(',') + 1)
    return { mimeType: 'image/png', data, width: canvas.width, height: canvas.height }
  } catch (error) {
    const reason = errorMessage(error)
    return { problem: strings.pageNotDrawn(reason.slice(0, 200)) }
  }
}

function svgOf(frame: Document, view: Window, width: number, height: number): string {
  const copy = frame.documentElement.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('meta, link')) element.remove()
  inlinePictures(frame, copy)
  // In a picture the viewport is the whole picture, so what goes by the screen's height is given in pixels.
  for (const style of copy.querySelectorAll('style'))
    style.textContent = inPixels(style.textContent ?? '', view.innerHeight)
  for (const element of copy.querySelectorAll('[style]'))
    element.setAttribute('style', inPixels(element.getAttribute('style') ?? '', view.innerHeight))
  const rootSize = view.getComputedStyle(frame.documentElement).fontSize
  const page = new XMLSerializer().serializeToString(copy)
  return `<svg xmlns="${svg}" width="${width}" height="${height}" style="font-size:${rootSize}"><foreignObject width="100%" height="100%">${page}</foreignObject></svg>`
}

/**
 * Resources that the frame has loaded are embedded as data; what must not be read (another host's) is grey, in its
 * size.
 */
function inlinePictures(frame: Document, copy: HTMLElement): void {
  const shown = frame.querySelectorAll('img')
  for (const [index, image] of [...copy.querySelectorAll('img')].entries()) {
    const original = shown[index]
    if (!original) continue
    image.removeAttribute('srcset')
    if (original.currentSrc.startsWith('data:')) {
      image.setAttribute('src', original.currentSrc)
      continue
    }
    const { width, height } = original.getBoundingClientRect()
    image.setAttribute('src', asData(original) ?? blank)
    if (width > 0) image.style.width = `${width}px`
    if (height > 0) image.style.height = `${height}px`
  }
  for (const source of copy.querySelectorAll('picture source')) source.remove()
}

function asData(image: HTMLImageElement): string | undefined {
  if (image.naturalWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  try {
    return canvas.toDataURL('image/png')
  } catch {
    // Another host's picture may be shown, but not read.
    return undefined
  }
}

/** Lengths by the viewport's height as pixels. */
export function inPixels(css: string, viewportHeight: number): string {
  return css.replace(/(?<![\w#.-])(-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))[dsl]?v(?:h|b)\b/gi, (_, value: string) => {
    return `${Math.round(Number(value) * viewportHeight) / 100}px`
  })
}

/** The colour behind everything: the canvas takes it from the root or the body (CSS Backgrounds 3, 2.11.2). */
function background(frame: Document, view: Window): string {
  for (const element of [frame.documentElement, frame.body]) {
    const { backgroundColor } = view.getComputedStyle(element)
    if (backgroundColor !== 'transparent' && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return '#fff'
}
