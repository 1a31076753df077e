import { createStore, type Store } from '../../../documents/store.ts'

/** One frame in which the canvas shows the page. */
export interface ShownFrame {
  /** The frame's width in CSS pixels. */
  width(): number
  /** The element that shows a node; undefined if the frame shows none. */
  element(nodeId: string): Element | undefined
}

/** The parts of the canvas that panels read, and overlays that they show in it without writing. */
export interface ShownFrames {
  readonly all: Store<readonly ShownFrame[]>
  /** CSS that every frame shows behind the page's own, while a value is dragged; empty for none. */
  readonly preview: Store<string>
  /** Adds a frame; returns how to take it away. */
  add(frame: ShownFrame): () => void
}

export function createShownFrames(): ShownFrames {
  const all = createStore<readonly ShownFrame[]>([])
  return {
    all,
    preview: createStore(''),
    add(frame) {
      all.update((known) => [...known, frame])
      return () => all.update((known) => known.filter((each) => each !== frame))
    },
  }
}
