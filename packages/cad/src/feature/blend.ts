import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { type Body, type BodyState, freeState } from '../geometry/body.ts'
import { type Born, carryBodies } from '../geometry/carry.ts'
import { isValid, type Use, withArena } from '../geometry/occ.ts'
import type { EdgeInfo } from '../geometry/topology.ts'
import { attemptMaker, type Made, type MakeContext } from './make.ts'
import { checkedState, generated, keepBodies, namedSources } from './solids.ts'

/** How long a search for the largest radius may take. */
const SEARCH_MS = 2_000
const SEARCH_STEPS = 8

type Kind = 'fillet' | 'chamfer'
const spoken: Readonly<Record<Kind, string>> = { fillet: 'rounded', chamfer: 'chamfered' }

export const makeFillet = (context: MakeContext, { edges, radius }: FeatureInputs<'fillet'>): Made =>
  blend(context, 'fillet', context.edges(edges), context.size(radius, 'radius'))

export const makeChamfer = (context: MakeContext, { edges, distance }: FeatureInputs<'chamfer'>): Made =>
  blend(context, 'chamfer', context.edges(edges), context.size(distance, 'distance'))

function blend(context: MakeContext, kind: Kind, edges: readonly EdgeInfo[], size: number): Made {
  try {
    return { state: blended(context, kind, edges, size) }
  } catch (error) {
    if (!(error instanceof FeatureError)) throw error
    const works = (some: readonly EdgeInfo[], each: number): boolean => {
      try {
        freeState(blended(context, kind, some, each))
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

function blended(context: MakeContext, kind: Kind, edges: readonly EdgeInfo[], size: number): BodyState {
  const { oc, state } = context
  const touched = Map.groupBy(edges, ({ body }) => body)
  const bodies = state.bodies.flatMap((body) => {
    const own = touched.get(body.id)
    return own ? blendBody(context, kind, body, own, size) : keepBodies(oc, [body])
  })
  return checkedState(oc, { bodies }, () => undefined)
}

function blendBody(context: MakeContext, kind: Kind, body: Body, edges: readonly EdgeInfo[], size: number): Body[] {
  const { oc, feature } = context
  const message = `The edges cannot be ${spoken[kind]}.`
  return withArena((use) =>
    attemptMaker(`${kind}_failed`, message, () => {
      const maker =
        kind === 'fillet'
          ? use(new oc.BRepFilletAPI_MakeFillet(body.shape, oc.ChFi3d_FilletShape.ChFi3d_Rational))
          : use(new oc.BRepFilletAPI_MakeChamfer(body.shape))
      for (const { edge } of edges) maker.Add(size, edge)
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
