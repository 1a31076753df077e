import { angleBetween, distanceBetween } from '../build/between.ts'
import type { BuiltPart, Engine } from '../build/builder.ts'
import { checkShapes } from '../build/check.ts'
import { describeEdge, describeFace, describeRef } from '../build/describe.ts'
import { forExport, onScreen } from '../build/mesh.ts'
import { projectEdges } from '../build/projection.ts'
import { proposeRepair } from '../build/repair.ts'
import type { Part } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import { toGlb } from '../exchange/glb.ts'
import { to3mf, toStl } from '../exchange/meshFiles.ts'
import { drawPicture } from '../exchange/picture.ts'
import { toPng } from '../exchange/png.ts'
import { toStep } from '../exchange/step.ts'
import { pointsOf, withArena } from '../geometry/occ.ts'
import type { V3 } from '../geometry/vector.ts'
import { checkedRef, type Found, findEdges, findFaces, resolveOne } from '../name/ref.ts'
import type { Answer, Ask, Failing } from './port.ts'

/** Answers a question about a part, in the process of the kernel. */
export function answerAsk(engine: Engine, part: Part, ask: Ask, failing: Failing = {}): Answer {
  // It builds by itself, up to several features.
  if (ask.kind === 'repair') return refusable(() => ({ kind: 'repair', ...proposeRepair(engine, part, ask, failing) }))
  return engine.build(part, (built) => refusable(() => answerFrom(engine, built, ask, part)), failing)
}

function refusable(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof FeatureError)) throw error
    return { kind: 'refused', code: error.code, message: error.message, ...error.details }
  }
}

function markedFace(found: Found): string {
  if (found.kind !== 'face') throw new FeatureError('invalid_ref', 'Only faces can be marked.')
  return checkedRef(found)
}

function answerFrom({ oc }: Engine, built: BuiltPart, ask: Exclude<Ask, { kind: 'repair' }>, part: Part): Answer {
  const topology = built.topology()
  switch (ask.kind) {
    case 'build':
      return { kind: 'build', build: built.build }
    case 'faces':
      return { kind: 'faces', faces: findFaces(topology, ask.criteria).map(describeFace) }
    case 'edges':
      return { kind: 'edges', edges: findEdges(topology, ask.criteria).map((edge) => describeEdge(topology, edge)) }
    case 'refs':
      return { kind: 'refs', items: ask.refs.map((ref) => describeRef(topology, ref)) }
    case 'distance':
    case 'angle': {
      const [a, b] = [resolveOne(topology, ask.refs[0]), resolveOne(topology, ask.refs[1])]
      return ask.kind === 'angle'
        ? { kind: 'angle', degrees: angleBetween(a, b) }
        : { kind: 'distance', ...distanceBetween(oc, a, b) }
    }
    case 'inertia': {
      const centre = built.build.measures.centre ?? [0, 0, 0]
      const about = (along: V3) =>
        withArena((use) =>
          built.state.bodies.reduce((sum, { shape }) => {
            const properties = use(new oc.GProp_GProps())
            oc.BRepGProp.VolumeProperties(shape, properties, true, false, false)
            return sum + (properties.MomentOfInertia(pointsOf(oc, use).axis(centre, along)) / 1000) * part.density
          }, 0),
        )
      return { kind: 'inertia', inertia: { xx: about([1, 0, 0]), yy: about([0, 1, 0]), zz: about([0, 0, 1]) } }
    }
    case 'check':
      return { kind: 'check', findings: checkShapes(oc, built, ask) }
    case 'projection':
      return { kind: 'projection', edges: projectEdges(oc, built, ask) }
    case 'mesh': {
      const { tolerance = onScreen.tolerance, angle = onScreen.angle } = ask
      return { kind: 'mesh', mesh: built.mesh({ tolerance, angle }) }
    }
    case 'picture':
      return { kind: 'picture', pixels: drawPicture(built.mesh(onScreen), ask) }
    case 'snapshot': {
      const marked = new Set(ask.mark.map((ref) => markedFace(resolveOne(topology, ref))))
      const pixels = drawPicture(built.mesh(onScreen), { ...ask, marked })
      return { kind: 'snapshot', png: toPng(pixels, ask.width, ask.height) }
    }
    case 'export': {
      const { format, name } = ask
      if (format === 'step') return { kind: 'export', bytes: toStep(oc, built.state, name) }
      const mesh = built.mesh(format === 'glb' ? onScreen : forExport)
      return { kind: 'export', bytes: format === 'stl' ? toStl(mesh) : format === '3mf' ? to3mf(mesh) : toGlb(mesh) }
    }
  }
}
