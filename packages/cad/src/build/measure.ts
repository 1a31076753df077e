import type { BodyState, NamedFace } from '../geometry/body.ts'
import { boundingBox, type Oc, withArena, xyz } from '../geometry/occ.ts'
import { addVectors, scale, type V3 } from '../geometry/vector.ts'
import type { Build, Measures } from './types.ts'

/** The measures of bodies, whatever they are made of: their mass is 0. */
export interface StateMeasures {
  measures: Measures
  bodies: Build['bodies']
}

export function measureState(oc: Oc, { bodies }: BodyState): StateMeasures {
  let [volume, area, faces] = [0, 0, 0]
  let moment: V3 = [0, 0, 0]
  let box: Measures['box']
  const each: Build['bodies'] = []
  for (const { id, shape, faces: own } of bodies) {
    withArena((use) => {
      const solid = use(new oc.GProp_GProps())
      if (hasSplines(oc, own)) oc.BRepGProp.VolumePropertiesGK(shape, solid, 1e-6, true, true, true, false, false)
      else oc.BRepGProp.VolumeProperties(shape, solid, true, false, false)
      const surface = use(new oc.GProp_GProps())
      oc.BRepGProp.SurfaceProperties(shape, surface, true, false)
      const mass = solid.Mass()
      volume += mass
      area += surface.Mass()
      moment = addVectors(moment, scale(xyz(use(solid.CentreOfMass())), mass))
      each.push({ id, volume: mass })
    })
    faces += own.length
    const found = boundingBox(oc, shape)
    if (found) box = box ? { min: lowerCorner(box.min, found.min), max: higher(box.max, found.max) } : found
  }
  const measures: Measures = {
    volume,
    area,
    mass: 0,
    bodies: bodies.length,
    faces,
    edges: 0,
    ...(volume > 0 ? { centre: scale(moment, 1 / volume) } : {}),
    ...(box ? { box } : {}),
  }
  return { measures, bodies: each }
}

/**
 * Whether splines were extruded or turned: the usual integration is wrong by some 1e-5 there, and the adaptive one, which is
 * slower, by less than 1e-9.
 */
const hasSplines = (oc: Oc, faces: readonly NamedFace[]): boolean =>
  withArena((use) => {
    const { GeomAbs_SurfaceOfExtrusion, GeomAbs_SurfaceOfRevolution } = oc.GeomAbs_SurfaceType
    return faces.some(({ face }) => {
      const type = use(new oc.BRepAdaptor_Surface(face, true)).GetType()
      return type === GeomAbs_SurfaceOfExtrusion || type === GeomAbs_SurfaceOfRevolution
    })
  })

const lowerCorner = (a: V3, b: V3): V3 => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])]
const higher = (a: V3, b: V3): V3 => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])]
