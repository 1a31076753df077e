import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { type Body, type BodyState, freeState } from '../geometry/body.ts'
import { type Born, carryBodies } from '../geometry/carry.ts'
import { isValid, type Use, withArena } from '../geometry/occ.ts'
import type { EdgeInfo, FaceInfo } from '../geometry/topology.ts'
import { attemptMaker, type Made, type MakeContext } from './make.ts'
import { checkedState, generated, keepBodies, namedSources } from './solids.ts'

/** How long a search for the largest radius may take. */
const SEARCH_MS = 2_000
const SEARCH_STEPS = 8

type Kind = 'fillet' | 'chamfer'
const spoken: Readonly<Record<Kind, string>> = { fillet: 'rounded', chamfer: 'chamfered' }

export const makeFillet = (context: MakeContext, { edges, radius }: FeatureInputs<'fillet'>): Made =>
  blend(context, 'fillet', context.edges(edges), context.size(radius, 'radius'))

export function makeChamfer(context: MakeContext, inputs: FeatureInputs<'chamfer'>): Made {
  const { second, angle, face } = inputs
  const distance = context.size(inputs.distance, 'distance')
  if (second !== undefined && angle !== undefined)
    throw new FeatureError('invalid_value', 'A chamfer has a second distance or an angle, not both.')
  const degrees = angle === undefined ? undefined : context.value(angle, 'angle')
  if (degrees !== undefined && !(degrees >= 1 && degrees <= 89))
    throw new FeatureError('invalid_value', 'The angle of a chamfer is from 1 to 89 degrees.')
  const other =
    second !== undefined
      ? context.size(second, 'second distance')
      : degrees === undefined
        ? undefined
        : distance * Math.tan((degrees * Math.PI) / 180)
  const [on] = face === undefined ? [] : context.faces(face)
  const ratio = other === undefined ? undefined : { ratio: other / distance, on }
  return blend(context, 'chamfer', context.edges(inputs.edges), distance, ratio)
}

/** The second distance of a chamfer as a multiple of the first, which is measured on a face. */
interface Uneven {
  ratio: number
  on: FaceInfo | undefined
}

function blend(context: MakeContext, kind: Kind, edges: readonly EdgeInfo[], size: number, uneven?: Uneven): Made {
  try {
    return { state: blended(context, kind, edges, size, uneven) }
  } catch (error) {
    if (!(error instanceof FeatureError)) throw error
    const works = (some: readonly EdgeInfo[], each: number): boolean => {
      try {
        freeState(blended(context, kind, some, each, uneven))
        return true
      } catch (inner) {
        if (inner instanceof FeatureError) return false
        throw inner
      }
    }
    const end = performance.now() + SEARCH_MS
    const inTime = () => performance.now() < end
    const failing = edges.length === 1 ? edges : edges.filter((edge) => inTime() && !works([edge], size))
    let [low, high] = [0, size]
    for (let step = 0; step < SEARCH_STEPS && inTime(); step += 1) {
      const middle = (low + high) / 2
      if (works(edges, middle)) low = middle
      else high = middle
    }
    throw new FeatureError(`${kind}_failed`, `The edges cannot be ${spoken[kind]} by ${roundDown(size)} mm.`, {
      refs: (failing.length > 0 ? failing : edges).slice(0, 40).map(({ label }) => `edge:${label}`),
      ...(low > 0 ? { largestThatWorks: roundDown(low), hint: `${roundDown(low)} mm works.` } : {}),
    })
  }
}

const roundDown = (value: number): number => Math.floor(value * 1000) / 1000

function blended(
  context: MakeContext,
  kind: Kind,
  edges: readonly EdgeInfo[],
  size: number,
  uneven: Uneven | undefined,
): BodyState {
  const { oc, state } = context
  const touched = Map.groupBy(edges, ({ body }) => body)
  const bodies = state.bodies.flatMap((body) => {
    const own = touched.get(body.id)
    return own ? blendBody(context, kind, body, own, { size, uneven }) : keepBodies(oc, [body])
  })
  return checkedState(oc, state, { bodies })
}

function blendBody(
  context: MakeContext,
  kind: Kind,
  body: Body,
  edges: readonly EdgeInfo[],
  { size, uneven }: { size: number; uneven: Uneven | undefined },
): Body[] {
  const { oc, feature } = context
  const message = `The edges cannot be ${spoken[kind]}.`
  return withArena((use) =>
    attemptMaker(`${kind}_failed`, message, () => {
      const maker = makerOf(context, kind, body, use)
      for (const edge of edges) {
        if (!uneven || !('AddDA' in maker)) maker.Add(size, edge.edge)
        else maker.Add(size, size * uneven.ratio, edge.edge, firstFace(context, edge, uneven.on).face)
      }
      maker.Build(use(new oc.Message_ProgressRange()))
      if (!maker.IsDone()) throw new FeatureError(`${kind}_failed`, message)
      const shape = use(maker.Shape())
      if (!isValid(oc, shape)) throw new FeatureError(`${kind}_failed`, message)
      const sources = namedSources({ bodies: [body] })
      refuseLostFaces(context, kind, edges, maker)
      return carryBodies(oc, shape, {
        feature: feature.id,
        history: maker,
        sources,
        born: blendNames(context, body, maker, use),
        order: [body.id],
      })
    }),
  )
}

const makerOf = ({ oc }: MakeContext, kind: Kind, { shape }: Body, use: Use) =>
  kind === 'fillet'
    ? use(new oc.BRepFilletAPI_MakeFillet(shape, oc.ChFi3d_FilletShape.ChFi3d_Rational))
    : use(new oc.BRepFilletAPI_MakeChamfer(shape))

/** The face of an edge on which the first distance is measured: the one that is named, or the first by name. */
function firstFace(context: MakeContext, { faces, label }: EdgeInfo, on: FaceInfo | undefined): FaceInfo {
  const all = context.topology().faces
  const beside = faces.flatMap((i) => all[i] ?? [])
  const [found] = on
    ? beside.filter(({ face }) => face.IsSame(on.face))
    : beside.toSorted((a, b) => ((a.labels[0] ?? '') < (b.labels[0] ?? '') ? -1 : 1))
  if (found) return found
  throw new FeatureError('invalid_ref', 'The face is not beside the edge.', { refs: [`edge:${label}`] })
}

/** A face that is not beside a blended edge stays. */
function refuseLostFaces(
  context: MakeContext,
  kind: Kind,
  edges: readonly EdgeInfo[],
  maker: { IsDeleted(shape: EdgeInfo['edge']): boolean },
): void {
  const { faces } = context.topology()
  const corners = new Set(edges.flatMap(({ faces: beside }) => beside))
  const own = new Set(edges.map(({ body }) => body))
  const lost = faces.find(({ face, body }, i) => own.has(body) && !corners.has(i) && maker.IsDeleted(face))
  if (lost)
    throw new FeatureError(`${kind}_failed`, 'A face beside the edges would disappear.', {
      refs: [`face:${lost.labels[0]}`],
    })
}

function blendNames(context: MakeContext, body: Body, maker: Parameters<typeof generatedBy>[1], use: Use): Born[] {
  const { edges, vertices } = context.topology()
  const { id } = context.feature
  const ofEdges = edges
    .filter((edge) => edge.body === body.id)
    .flatMap(({ edge, label }) =>
      generatedBy(context, maker, edge, use).map((shape) => ({ shape, name: `${id}/blend/${label}` })),
    )
  const ofVertices = vertices.flatMap(({ vertex, label }) =>
    generatedBy(context, maker, vertex, use).map((shape) => ({ shape, name: `${id}/corner/${label}` })),
  )
  return [...ofEdges, ...ofVertices]
}

function generatedBy(
  { oc }: MakeContext,
  maker: { Generated(shape: Body['shape']): Parameters<typeof generated>[1] },
  shape: Body['shape'],
  use: Use,
) {
  return generated(oc, use(maker.Generated(shape)), use).filter(
    (each) => each.ShapeType() === oc.TopAbs_ShapeEnum.TopAbs_FACE,
  )
}
