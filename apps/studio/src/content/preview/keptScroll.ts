import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** How far a page is scrolled, in its own CSS pixels from the left and from the top. */
export type Scroll = readonly [left: number, top: number]

const Told = Type.Object({ atelierScroll: Type.Tuple([Type.Number({ minimum: 0 }), Type.Number({ minimum: 0 })]) })

/** A preview page's message about its scroll position; undefined for any other message. */
export function scrollOf(message: unknown): Scroll | undefined {
  return Value.Check(Told, message) ? message.atelierScroll : undefined
}

/** The name of a frame whose page is to be shown from there on. */
export const scrollName = ([left, top]: Scroll): string => `atelier-scroll:${Math.round(left)},${Math.round(top)}`
