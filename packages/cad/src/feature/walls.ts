import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { type Body, freeState } from '../geometry/body.ts'
import { type Born, carryBodies } from '../geometry/carry.ts'
import { boundingBox, listOf, pointsOf, reachAlong, solidVolume, withArena } from '../geometry/occ.ts'
import type { FaceInfo } from '../geometry/topology.ts'
import { direction, frameOn, fromXyz, scale } from '../geometry/vector.ts'
import { attemptMaker, type Made, type MakeContext } from './make.ts'
import { booleanOf, checkedState, generated, keepBodies, namedSources, volumeOfAll } from './solids.ts'

export function makeShell(context: MakeContext, inputs: FeatureInputs<'shell'>): Made {
  const { oc, state } = context
  const thickness = context.size(inputs.thickness, 'thickness')
  const open = inputs.openFaces === undefined ? [] : context.faces(inputs.openFaces)
  if (state.bodies.length === 0) throw new FeatureError('no_effect', 'There is no body to hollow.')
  const before = volumeOfAll(oc, state)
  const touched = new Set(open.map(({ body }) => body))
  const bodies = state.bodies.flatMap((body) => {
    if (open.length > 0 && !touched.has(body.id)) return keepBodies(oc, [body])
    return open.length > 0
      ? shellOpen(
          context,
          body,
          open.filter((face) => face.body === body.id),
          thickness,
        )
      : shellClosed(context, body, thickness)
  })
  const after = checkedState(oc, state, { bodies }, (volume) => {
    if (volume > before * (1 - 1e-9))
      throw new FeatureError('shell_failed', 'The walls are too thick: nothing would be hollow.', {
        hint: 'Make them thinner.',
      })
  })
  return { state: after }
}

const failed = () =>
  new FeatureError('shell_failed', 'The body cannot be hollowed with walls of this thickness.', {
    hint: 'Make them thinner, or shell before the fillets.',
  })

function shellOpen(context: MakeContext, body: Body, open: readonly FaceInfo[], thickness: number): Body[] {
  const { oc, feature } = context
  return withArena((use) =>
    attemptMaker('shell_failed', failed().message, () => {
      const maker = use(new oc.BRepOffsetAPI_MakeThickSolid())
      const closing = listOf(
        oc,
        open.map(({ face }) => face),
        use,
      )
      const { BRepOffset_Skin } = oc.BRepOffset_Mode
      const join = oc.GeomAbs_JoinType.GeomAbs_Intersection
      maker.MakeThickSolidByJoin(
        body.shape,
        closing,
        -thickness,
        1e-4,
        BRepOffset_Skin,
        false,
        false,
        join,
        false,
        use(new oc.Message_ProgressRange()),
      )
      if (!maker.IsDone()) throw failed()
      const shape = use(maker.Shape())
      const opened = new Set(open.map(({ face }) => face))
      const infos = context.topology().faces.filter((face) => face.body === body.id)
      const born = infos.flatMap(({ face, labels }): Born[] =>
        generated(oc, use(maker.Generated(face)), use)
          .filter((each) => each.ShapeType() === oc.TopAbs_ShapeEnum.TopAbs_FACE)
          .map((each) => ({ shape: each, name: `${feature.id}/${opened.has(face) ? 'rim' : 'inner'}/(${labels[0]})` })),
      )
      const kept = namedSources({ bodies: [body] }).filter(
        ({ face }) => !infos.some((info) => opened.has(info.face) && info.face.IsSame(face)),
      )
      const result = carryBodies(oc, shape, {
        feature: feature.id,
        history: maker,
        sources: kept,
        born,
        order: [body.id],
      })
      return namedRims(result, open, feature.id)
    }),
  )
}

/** The rim of an open face has no history: it is the face that has no other name. */
function namedRims(bodies: readonly Body[], open: readonly FaceInfo[], feature: string): Body[] {
  return bodies.map((body) => ({
    ...body,
    faces: body.faces.map(({ face, names }) => {
      const isNew = names.length === 1 && names[0]?.startsWith(`${feature}/side/new`)
      return { face, names: isNew ? open.map(({ labels }) => `${feature}/rim/(${labels[0]})`) : names }
    }),
  }))
}

function shellClosed(context: MakeContext, body: Body, thickness: number): Body[] {
  const { oc, feature } = context
  return withArena((use) =>
    attemptMaker('shell_failed', failed().message, () => {
      const maker = use(new oc.BRepOffsetAPI_MakeOffsetShape())
      const join = oc.GeomAbs_JoinType.GeomAbs_Intersection
      maker.PerformByJoin(
        body.shape,
        -thickness,
        1e-4,
        oc.BRepOffset_Mode.BRepOffset_Skin,
        false,
        false,
        join,
        false,
        use(new oc.Message_ProgressRange()),
      )
      if (!maker.IsDone()) throw failed()
      const shape = use(maker.Shape())
      const volume = solidVolume(oc, shape)
      if (!(Math.abs(volume) > 1e-9 && Math.abs(volume) < solidVolume(oc, body.shape))) throw failed()
      const born = context
        .topology()
        .faces.filter((face) => face.body === body.id)
        .flatMap(({ face, labels }): Born[] =>
          generated(oc, use(maker.Generated(face)), use).map((each) => ({
            shape: each,
            name: `${feature.id}/inner/(${labels[0]})`,
          })),
        )
      const inner = carryBodies(oc, shape, { feature: feature.id, sources: [], born })
      const hollow = booleanOf(
        oc,
        'subtract',
        [body],
        inner.map((each) => ({ shape: each.shape, sources: each.faces })),
        feature.id,
      )
      freeState({ bodies: inner })
      return hollow
    }),
  )
}

export function makeDraft(context: MakeContext, inputs: FeatureInputs<'draft'>): Made {
  const { oc, feature, state } = context
  const angle = context.value(inputs.angle, 'angle')
  if (!(angle > 0 && angle <= 45))
    throw new FeatureError('invalid_value', 'The angle of a draft is above 0 and at most 45 degrees.')
  const pull = direction(fromXyz(inputs.pull))
  if (!pull) throw new FeatureError('invalid_value', 'The pull has a direction.')
  const faces = context.faces(inputs.faces)
  const neutral = inputs.neutralPlane === undefined ? undefined : context.plane(inputs.neutralPlane).frame
  const touched = Map.groupBy(faces, ({ body }) => body)
  const bodies = state.bodies.flatMap((body) => {
    const own = touched.get(body.id)
    if (!own) return keepBodies(oc, [body])
    const box = boundingBox(oc, body.shape)
    const foot = frameOn(scale(pull, box ? reachAlong(box, [0, 0, 0], pull).least : 0), pull)
    return withArena((use) =>
      attemptMaker('draft_failed', 'The faces cannot be drafted.', () => {
        const { dir, point } = pointsOf(oc, use)
        const maker = use(new oc.BRepOffsetAPI_DraftAngle(body.shape))
        const { origin, normal } = neutral ?? foot
        const plane = use(new oc.gp_Pln(point(origin), dir(normal)))
        for (const { face, labels } of own) {
          maker.Add(face, dir(pull), (angle * Math.PI) / 180, plane, true)
          if (!maker.AddDone())
            throw new FeatureError('draft_failed', 'A face cannot be drafted.', { refs: [`face:${labels[0]}`] })
        }
        maker.Build(use(new oc.Message_ProgressRange()))
        if (!maker.IsDone()) throw new FeatureError('draft_failed', 'The faces cannot be drafted.')
        // Its list of modified shapes is empty; the shape that each became is right.
        const born = body.faces.flatMap(({ face, names }): Born[] => {
          const now = use(maker.ModifiedShape(face))
          return names.map((name) => ({ shape: now, name }))
        })
        const made = carryBodies(oc, use(maker.Shape()), { feature: feature.id, sources: [], born })
        return made.map((each, i) => ({ ...each, id: i === 0 ? body.id : `${body.id}~${i + 1}` }))
      }),
    )
  })
  return { state: checkedState(oc, state, { bodies }) }
}
