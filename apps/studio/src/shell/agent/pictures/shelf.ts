import { createStore, type Store } from '../../../documents/store.ts'

/** A picture that goes along with the next message. */
export interface Attached {
  id: string
  name: string
  mimeType: string
  /** The URL of its bytes, for the thumbnail. */
  url: string
  /** Base64; undefined while it is read. */
  data: string | undefined
}

/** The pictures of the message that is being written. They outlive the panel, which a narrower window takes apart. */
export type PictureShelf = Store<readonly Attached[]>

export function createPictureShelf(): PictureShelf {
  return createStore<readonly Attached[]>([])
}
