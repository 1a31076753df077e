import type { Face, Shape } from './occ.ts'

/** A face with the names that it has from the features that made it. */
export interface NamedFace {
  face: Face
  names: readonly string[]
}

/** One solid. */
export interface Body {
  /** The feature that made it first; of several that one feature made, with `~2`, `~3` … behind. */
  id: string
  shape: Shape
  faces: readonly NamedFace[]
}

/** All solids after a feature. It owns its handles. */
export interface BodyState {
  bodies: readonly Body[]
}

export const noBodies: BodyState = { bodies: [] }

export function freeState({ bodies }: BodyState): void {
  for (const { shape, faces } of bodies) {
    for (const { face } of faces) face.delete()
    shape.delete()
  }
}
