import * as strings from '../texts/strings.ts'
import { fittingSize, pictureLimits, sizeProblem } from './limits.ts'

export type ReadPicture = { ok: true; mimeType: string; data: string } | { ok: false; problem: string }

/**
 * A picture's bytes as base64. One that is larger than the server takes, such as a photo straight from a camera, is
 * drawn smaller first, as a JPEG; a GIF would lose its motion that way and is refused.
 * @param url an object URL of the file
 */
export async function readPicture(file: File, url: string): Promise<ReadPicture> {
  const image = await loadImage(url)
  const name = file.name || strings.thePicture
  if (!image) return { ok: false, problem: strings.cannotBeReadAsAPicture(name) }
  const { naturalWidth: width, naturalHeight: height } = image
  const fits = file.size <= pictureLimits.bytes && sizeProblem(name, width, height) === undefined
  if (fits) return packed(file, name)
  if (file.type === 'image/gif') {
    const problem = sizeProblem(name, width, height)
    return { ok: false, problem: problem ?? strings.gifTooLarge(name, megabytes(file.size)) }
  }
  const smaller = await drawnSmaller(image)
  return smaller ? packed(smaller, name) : { ok: false, problem: strings.isTooLargeAlsoWhenIt(name) }
}

async function packed(blob: Blob, name: string): Promise<ReadPicture> {
  const data = await base64Of(blob)
  if (data === undefined) return { ok: false, problem: strings.couldNotBeRead(name) }
  return { ok: true, mimeType: blob.type, data }
}

async function loadImage(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch {
    // Bytes that the browser cannot show are not pictures, whatever the file's name says.
    return undefined
  }
}

async function drawnSmaller(image: HTMLImageElement): Promise<Blob | undefined> {
  const { width, height } = fittingSize(image.naturalWidth, image.naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // A JPEG has no transparency: what was clear would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, width, height)
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= pictureLimits.bytes) return blob
  }
  return undefined
}

function base64Of(blob: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1) || undefined)
    }
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(blob)
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
