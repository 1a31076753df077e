import { useState } from 'react'
import { useStore } from '../../../documents/store.ts'
import * as strings from '../texts/strings.ts'
import { fileProblem, pictureLimits } from './limits.ts'
import { readPicture } from './readPicture.ts'
import type { Attached, PictureShelf } from './shelf.ts'

export interface Pictures {
  attached: readonly Attached[]
  /** Why the last ones were not taken. */
  problem: string | undefined
  /** Still being read. */
  reading: boolean
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  /** The ready pictures; asked when the message is. */
  ready: () => { mimeType: string; data: string }[]
  clear: () => void
}

/** The pictures of the message that is being written. */
export function usePictures(shelf: PictureShelf): Pictures {
  const attached = useStore(shelf, (value) => value)
  const [problem, setProblem] = useState<string>()
  const drop = (id: string) => {
    const gone = shelf.get().find((picture) => picture.id === id)
    if (gone) URL.revokeObjectURL(gone.url)
    shelf.update((all) => all.filter((picture) => picture.id !== id))
  }

  const addOne = async (file: File) => {
    const refused =
      shelf.get().length >= pictureLimits.count
        ? strings.aMessageTakesAtMostPictures(pictureLimits.count)
        : fileProblem(file)
    if (refused) return setProblem(refused)
    const { name, type: mimeType } = file
    const picture = { id: crypto.randomUUID(), name, mimeType, url: URL.createObjectURL(file) }
    shelf.update((all) => [...all, { ...picture, data: undefined }])
    const read = await readPicture(file, picture.url)
    if (!read.ok) {
      // Ignore a picture that was removed in the meantime.
      if (shelf.get().some(({ id }) => id === picture.id)) setProblem(read.problem)
      return drop(picture.id)
    }
    const { data } = read
    shelf.update((all) =>
      all.map((each) => (each.id === picture.id ? { ...each, mimeType: read.mimeType, data } : each)),
    )
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
    ready: () => shelf.get().flatMap(({ mimeType, data }) => (data === undefined ? [] : [{ mimeType, data }])),
    clear() {
      for (const { url } of shelf.get()) URL.revokeObjectURL(url)
      shelf.set([])
      setProblem(undefined)
    },
  }
}
