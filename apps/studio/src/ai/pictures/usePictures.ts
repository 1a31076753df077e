import { useRef, useState } from 'react'
import { fileProblem, pictureLimits, sizeProblem } from './limits.ts'

/** A picture that goes along with the next message. */
export interface Attached {
  id: string
  name: string
  mimeType: string
  /** Of its bytes, for the thumbnail. */
  url: string
  /** Base64; undefined while it is read. */
  data: string | undefined
}

export interface Pictures {
  attached: readonly Attached[]
  /** Why the last ones were not taken. */
  problem: string | undefined
  /** Still being read. */
  reading: boolean
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  /** What is sent; asked when the message is. */
  ready: () => { mimeType: string; data: string }[]
  clear: () => void
}

/** The pictures of the message that is being written. */
export function usePictures(): Pictures {
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const [problem, setProblem] = useState<string>()
  const now = useRef(attached)
  const change = (next: readonly Attached[]) => {
    now.current = next
    setAttached(next)
  }
  const drop = (id: string) => {
    const gone = now.current.find((picture) => picture.id === id)
    if (gone) URL.revokeObjectURL(gone.url)
    change(now.current.filter((picture) => picture.id !== id))
  }

  const addOne = async (file: File) => {
    const refused =
      now.current.length >= pictureLimits.count
        ? `A message takes at most ${pictureLimits.count} pictures.`
        : fileProblem(file)
    if (refused) return setProblem(refused)
    const picture = { id: crypto.randomUUID(), name: file.name, mimeType: file.type, url: URL.createObjectURL(file) }
    change([...now.current, { ...picture, data: undefined }])
    const [size, data] = await Promise.all([sizeOf(picture.url), base64Of(file)])
    const wrong = size ? sizeProblem(file.name, size.width, size.height) : `${file.name} cannot be read as a picture.`
    if (wrong || data === undefined) {
      setProblem(wrong ?? `${file.name} could not be read.`)
      return drop(picture.id)
    }
    change(now.current.map((each) => (each.id === picture.id ? { ...each, data } : each)))
  }

  return {
    attached,
    problem,
    reading: attached.some(({ data }) => data === undefined),
    add(files) {
      setProblem(undefined)
      for (const file of files) void addOne(file)
    },
    remove(id) {
      setProblem(undefined)
      drop(id)
    },
    ready: () => now.current.flatMap(({ mimeType, data }) => (data === undefined ? [] : [{ mimeType, data }])),
    clear() {
      for (const { url } of now.current) URL.revokeObjectURL(url)
      change([])
      setProblem(undefined)
    },
  }
}

async function sizeOf(url: string): Promise<{ width: number; height: number } | undefined> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    // Bytes that the browser cannot show are no picture, whatever the file's name says.
    return undefined
  }
}

function base64Of(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1) || undefined)
    }
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}
