import type { NCollection_List_TopoDS_Shape } from 'replicad-opencascadejs'
import type { Body, NamedFace } from './body.ts'
import { shareFacts } from './faceFacts.ts'
import { explore, type Face, facesOf, kept, type Oc, type Shape, ShapeMap, shapesIn, withArena } from './occ.ts'

/** A maker of the kernel, as far as it says what became of a shape. */
export interface History {
  Modified(shape: Shape): NCollection_List_TopoDS_Shape
  IsDeleted(shape: Shape): boolean
}

/** A face before a maker ran, with the body that it belongs to; of a tool, none. */
export interface Source extends NamedFace {
  body?: string
}

/** Further names that a maker gives to faces that it made. */
export interface Born {
  shape: Shape
  name: string
}

/**
 * The solids of a result with the names that their faces have from before. A face that became several has its names on
 * each piece; faces that became one give it all their names.
 * @param feature names the bodies that are new, and faces without history
 */
export function carryBodies(
  oc: Oc,
  result: Shape,
  options: {
    feature: string
    history?: History
    sources: readonly Source[]
    born?: readonly Born[]
    order?: readonly string[]
    /** Whether faces that the history leaves as they are keep what is known of them; without a history, all do. */
    keepsFacts?: boolean
  },
): Body[] {
  const { feature, history, sources, born = [], order = [], keepsFacts = history === undefined } = options
  return withArena((use) => {
    const names = new ShapeMap<Set<string>>(oc)
    const owners = new ShapeMap<Set<string>>(oc)
    const unchanged = new ShapeMap<Face>(oc)
    const addTo = (map: ShapeMap<Set<string>>, shape: Shape, values: Iterable<string>) => {
      const set = map.get(shape) ?? new Set<string>()
      for (const value of values) set.add(value)
      map.set(shape, set)
    }
    for (const { face, names: given, body } of sources) {
      if (history?.IsDeleted(face)) continue
      const pieces = history ? shapesIn(oc, use(history.Modified(face)), use) : []
      if (keepsFacts && pieces.length === 0) unchanged.set(face, face)
      for (const piece of pieces.length > 0 ? pieces : [face]) {
        addTo(names, piece, given)
        if (body !== undefined) addTo(owners, piece, [body])
      }
    }
    for (const { shape, name } of born) addTo(names, shape, [name])
    const solids = explore(oc, result, 'solid', kept)
    const found = solids.map((shape) => {
      const faces = facesOf(oc, shape, kept).map((face, i): NamedFace => {
        const own = [...(names.get(face) ?? [])].sort()
        const same = unchanged.get(face)
        if (same) shareFacts(same, face)
        return { face, names: own.length > 0 ? own : [`${feature}/side/new${i}`] }
      })
      const owned = new Set(faces.flatMap(({ face }) => [...(owners.get(face) ?? [])]))
      return { shape, faces, owner: order.find((id) => owned.has(id)) }
    })
    return withIds(found, feature)
  })
}

/** Gives bodies their ids; pieces of one body are ordered by the names of their faces. */
function withIds(
  found: readonly { shape: Shape; faces: readonly NamedFace[]; owner: string | undefined }[],
  feature: string,
): Body[] {
  const keyOf = ({ faces }: { faces: readonly NamedFace[] }) =>
    faces
      .map(({ names }) => names.join(' '))
      .sort()
      .join('\n')
  const groups = Map.groupBy(found, ({ owner }) => owner ?? feature)
  const taken = new Map<unknown, string>()
  for (const [id, group] of groups) {
    const sorted = group.length === 1 ? group : group.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    for (const [i, each] of sorted.entries()) taken.set(each, i === 0 ? id : `${id}~${i + 1}`)
  }
  return found.map((each) => ({ id: taken.get(each) ?? feature, shape: each.shape, faces: each.faces }))
}
