import { MAX_LENGTH, MIN_LENGTH } from '../document/check.ts'
import { inputsOf, partIdsIn } from '../document/dependants.ts'
import type { Dimension, Ref, Refs } from '../document/inputs.ts'
import { type Part, type PartFeature, type SketchConstraint, type SketchPoint, sketchOf } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import type { Dimensionality } from '../expression/evaluate.ts'
import { createParameters, type Parameters } from '../expression/parameters.ts'
import { ExpressionError } from '../expression/parse.ts'
import { millimetresIn } from '../expression/units.ts'
import { listOfRefs, type Made, type MakeContext, type PlacedSketch } from '../feature/make.ts'
import { make } from '../feature/makers.ts'
import { applyTools, areSound } from '../feature/solids.ts'
import { type BodyState, noBodies } from '../geometry/body.ts'
import { type Oc, type Use, withArena } from '../geometry/occ.ts'
import type { Topology } from '../geometry/topology.ts'
import { datumPlanes, type Frame, frameOn } from '../geometry/vector.ts'
import { resolveAll, resolveOne } from '../name/ref.ts'
import type { Solution, Solver } from '../sketch/types.ts'
import type { Fineness, Mesh } from './mesh.ts'
import { projectPoint } from './projection.ts'
import { createReadings, type Readings } from './readings.ts'
import { measureRequirements } from './requirements.ts'
import { createShapeCache, type ShapeCache } from './shapeCache.ts'
import type { Build, BuildError, BuiltFeature, SketchStatus } from './types.ts'

/** Features that are not tried, since they hung or crashed a kernel before. */
export type Failing = Readonly<Record<string, 'kernel_timeout' | 'kernel_crashed'>>

/** Builds parts: kernel and solver, and what they made before. */
export interface Engine {
  readonly oc: Oc
  /** Builds a part and lets `read` look at the bodies, whose handles live no longer than the call. */
  build<T>(part: Part, read: (built: BuiltPart) => T, failing?: Failing): T
  /** Bytes of the kernel's memory. */
  memory(): number
  close(): void
}

export interface BuiltPart {
  build: Build
  state: BodyState
  topology(): Topology
  mesh(fineness: Fineness): Mesh
  parameters: Parameters
  sketches: ReadonlyMap<string, PlacedSketch>
}

export interface EngineOptions {
  oc: Oc
  solver: Solver
  /** The bytes of an imported file by its hash. */
  fileOf?(hash: string): Uint8Array | undefined
  /** Called before each feature is made, so that a deadline can name it. */
  onFeature?(id: string): void
}

export function createEngine({ oc, solver, onFeature, fileOf = () => undefined }: EngineOptions): Engine {
  const readings = createReadings(oc)
  const cache = createShapeCache(readings.forget)
  return {
    oc,
    build: (part, read, failing = {}) =>
      withArena((use) => buildPart({ oc, solver, cache, readings, onFeature, fileOf, use, failing }, part, read)),
    memory: () => oc.wasmMemory.buffer.byteLength,
    close() {
      readings.clear()
      cache.clear()
    },
  }
}

interface Site {
  oc: Oc
  solver: Solver
  cache: ShapeCache
  readings: Readings
  onFeature: EngineOptions['onFeature']
  fileOf(hash: string): Uint8Array | undefined
  use: Use
  failing: Failing
}

/** The state of a part's build. */
interface Progress {
  part: Part
  parameters: Parameters
  state: BodyState
  /** A key of the bodies: everything that they are a function of. */
  stateKey: string
  /** The states that features made, in order, by their keys in the cache. */
  states: { key: string; state: BodyState }[]
  made: Map<string, Made>
  sketches: Map<string, PlacedSketch>
  solutions: Map<string, Solution>
  /** Features that are not made: their dependants are skipped. */
  missing: Map<string, 'error' | 'skipped' | 'suppressed'>
}

function buildPart<T>(site: Site, part: Part, read: (built: BuiltPart) => T): T {
  const progress: Progress = {
    part,
    parameters: createParameters(part.parameters, millimetresIn(part.units)),
    state: noBodies,
    stateKey: '',
    states: [],
    made: new Map(),
    sketches: new Map(),
    solutions: new Map(),
    missing: new Map(),
  }
  site.cache.begin()
  const features = part.features.map((feature) => buildFeature(site, progress, feature))
  if (refuseUnsound(site, progress)) return buildPart(site, part, read)
  const { readings } = site
  const topology = () => readings.topology(progress.state)
  const { measures, bodies } = readings.measures(progress.state)
  const built: BuiltPart = {
    state: progress.state,
    topology,
    mesh: (fineness) => readings.mesh(progress.state, fineness),
    parameters: progress.parameters,
    sketches: progress.sketches,
    build: {
      features,
      measures: {
        ...measures,
        mass: (measures.volume / 1000) * part.density,
        edges: topology().edges.length,
      },
      names: topology()
        .faces.flatMap(({ labels }) => labels)
        .sort(),
      bodies,
      requirements: [],
      parameters: parameterValues(part, progress.parameters),
    },
  }
  built.build.requirements = measureRequirements(site.oc, part, built)
  const result = read(built)
  readings.trim()
  site.cache.end()
  return result
}

function parameterValues(part: Part, parameters: Parameters): Record<string, number> {
  const values: [string, number][] = []
  for (const { name } of part.parameters) {
    try {
      values.push([name, parameters.valueOf(name).value])
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
    }
  }
  return Object.fromEntries(values)
}

function buildFeature(site: Site, progress: Progress, feature: PartFeature): BuiltFeature {
  const { id } = feature
  if (feature.suppressed) {
    progress.missing.set(id, 'suppressed')
    return { id, status: 'suppressed' }
  }
  const lacking = [...inputsOf(progress.part, feature)].find((each) => progress.missing.has(each))
  if (lacking !== undefined) {
    progress.missing.set(id, 'skipped')
    return { id, status: 'skipped' }
  }
  try {
    refuseLater(progress, feature)
    refuseFailing(site, id)
    site.onFeature?.(id)
    const sketch = makeFeature(site, progress, feature)
    return { id, status: 'ok', ...(sketch ? { sketch } : {}) }
  } catch (error) {
    progress.missing.set(id, 'error')
    return { id, status: 'error', error: buildErrorOf(site, id, error) }
  }
}

/** A feature reads only what comes before it. */
function refuseLater({ part }: Progress, feature: PartFeature): void {
  const own = part.features.indexOf(feature)
  for (const named of inputsOf(part, feature)) {
    const at = part.features.findIndex((each) => each.id === named)
    if (at > own)
      throw new FeatureError('depends_on_later', 'It reads a feature that comes after it.', {
        refs: [named],
        hint: 'Move it behind that feature.',
      })
  }
}

function refuseFailing({ failing }: Site, id: string): void {
  const why = Object.hasOwn(failing, id) ? failing[id] : undefined
  if (why === undefined) return
  throw new FeatureError(why, why === 'kernel_timeout' ? 'It took too long to make.' : 'The kernel crashed on it.', {
    hint: 'It is tried again when something that it depends on changes.',
  })
}

function buildErrorOf({ oc }: Site, feature: string, error: unknown): BuildError {
  if (error instanceof FeatureError) return { code: error.code, feature, message: error.message, ...error.details }
  if (error instanceof ExpressionError) return { code: error.code, feature, message: error.message }
  if (error instanceof WebAssembly.Exception) {
    const [, message] = oc.getExceptionMessage(error)
    return {
      code: 'invalid_solid',
      feature,
      message: `The kernel cannot make it${message ? ` (${message.slice(0, 120)})` : ''}.`,
    }
  }
  throw error
}

function makeFeature(site: Site, progress: Progress, feature: PartFeature): SketchStatus | undefined {
  const { oc, cache } = site
  if (feature.type === 'sketch') {
    const sketch = placeSketch(site, progress, feature)
    progress.sketches.set(feature.id, sketch.placed)
    progress.made.set(feature.id, {})
    return sketch.status
  }
  const key = JSON.stringify([
    progress.stateKey,
    feature.id,
    feature.type,
    evaluated(progress, feature),
    sourcesKey(progress, feature),
  ])
  const known = cache.get(key)
  if (known) {
    if (known.error) throw known.error
    progress.made.set(feature.id, known.made)
    enterState(progress, key, known)
    return undefined
  }
  try {
    const made = withArena((use) => make(partContextOf({ ...site, use }, progress, feature)))
    const state = made.tools ? applyTools(oc, progress.state, made.tools, feature.id) : made.state
    const stored = cache.set(key, { made, state })
    progress.made.set(feature.id, made)
    enterState(progress, key, stored)
    return undefined
  } catch (error) {
    if (error instanceof FeatureError) cache.set(key, { made: {}, error })
    throw error
  }
}

function enterState(
  progress: Progress,
  key: string,
  { state, id }: { state?: BodyState | undefined; id: string },
): void {
  if (!state) return
  progress.state = state
  progress.stateKey = id
  progress.states.push({ key, state })
}

/**
 * Checks the bodies as a whole at the end, since features that change few faces check these only. If they are unsound, the
 * first feature after which they are has an error from now on. @returns whether there is such a feature
 */
function refuseUnsound({ oc, cache }: Site, { state, states }: Progress): boolean {
  if (areSound(oc, state)) return false
  const first = states.find((each) => !areSound(oc, each.state))
  if (!first) return false
  cache.refuse(first.key, new FeatureError('invalid_solid', 'The result is no valid solid.'))
  return true
}

/** The inputs with the values of their expressions, which is what a feature's key is made of. */
function evaluated({ parameters, part }: Progress, { inputs }: PartFeature): unknown {
  const names = new Set(part.parameters.map(({ name }) => name))
  return Object.entries(inputs).map(([name, input]) => {
    if (typeof input !== 'string') return [name, input]
    try {
      const isRead = [...input.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g)].some(([word]) => names.has(word))
      return [name, input, isRead ? parameters.value(input, 'length') : input]
    } catch {
      return [name, input, part.parameters]
    }
  })
}

/** The content of the sketches and planes that a feature reads, as part of its key. */
function sourcesKey({ sketches, made }: Progress, { inputs }: PartFeature): unknown {
  return Object.values(inputs)
    .flatMap(partIdsIn)
    .map((id) => {
      const sketch = sketches.get(id)
      if (sketch) return [id, sketch.frame, sketch.onFace, [...sketch.points], [...sketch.radii], sketch.entities]
      return [id, made.get(id)?.frame ?? made.get(id)?.axis ?? null]
    })
}

function partContextOf(site: Site, progress: Progress, feature: PartFeature): MakeContext {
  const { oc, use } = site
  const topology = () => site.readings.topology(progress.state)
  const value = (dimension: Dimension, as: Dimensionality): number => {
    const found = progress.parameters.value(dimension, as)
    if (!Number.isFinite(found) || Math.abs(found) > MAX_LENGTH)
      throw new FeatureError('invalid_value', 'A value is finite and at most 1,000,000.')
    return found
  }
  const all = (refs: Refs) => resolveAll(topology(), listOfRefs(refs))
  return {
    oc,
    use,
    feature,
    state: progress.state,
    topology,
    value,
    size(dimension, name) {
      const found = value(dimension, 'length')
      if (found < MIN_LENGTH) throw new FeatureError('invalid_value', `The ${name} is at least ${MIN_LENGTH} mm.`)
      return found
    },
    count(dimension, name, most) {
      const found = value(dimension, 'number')
      if (!Number.isInteger(found) || found < 1 || found > most)
        throw new FeatureError('invalid_value', `The ${name} is a whole number from 1 to ${most}.`)
      return found
    },
    sketch(id) {
      const sketch = progress.sketches.get(id)
      if (!sketch) throw new FeatureError('not_found', 'There is no such sketch before this feature.', { refs: [id] })
      return sketch
    },
    plane: (ref) => planeOf(progress, topology, ref),
    one: (ref) => resolveOne(topology(), ref),
    axis(id) {
      const axis = progress.made.get(id)?.axis
      if (!axis) throw new FeatureError('not_found', 'There is no such axis before this feature.', { refs: [id] })
      return axis
    },
    faces: (refs) =>
      all(refs).map((found) => {
        if (found.kind !== 'face') throw new FeatureError('invalid_ref', 'A face is needed here.')
        return found.info
      }),
    edges: (refs) =>
      all(refs).map((found) => {
        if (found.kind !== 'edge')
          throw new FeatureError('invalid_ref', 'An edge is needed here.', { hint: 'findEdges returns edges.' })
        return found.info
      }),
    fileOf: site.fileOf,
    toolsOf(id) {
      const tools = progress.made.get(id)?.tools
      if (!tools)
        throw new FeatureError('invalid_value', 'Only features that add or cut solids can be repeated.', {
          refs: [id],
          hint: 'Repeat the extrusion or the hole, and put fillets behind the pattern.',
        })
      return tools
    },
  }
}

function planeOf({ made, sketches }: Progress, topology: () => Topology, ref: Ref): ReturnType<MakeContext['plane']> {
  if (typeof ref === 'string') {
    const datum = Object.hasOwn(datumPlanes, ref) ? datumPlanes[ref] : undefined
    const frame: Frame | undefined = datum ?? made.get(ref)?.frame ?? sketches.get(ref)?.frame
    if (frame) return { frame }
    if (!ref.includes(':'))
      throw new FeatureError('not_found', `There is no plane “${ref.slice(0, 60)}” before this feature.`, {
        refs: [ref.slice(0, 60)],
      })
  }
  const found = resolveOne(topology(), ref)
  if (found.kind !== 'face' || found.info.surface !== 'plane' || !found.info.direction)
    throw new FeatureError('invalid_ref', 'A planar face is needed here.')
  return { frame: frameOn(found.info.centre, found.info.direction), face: found.info }
}

function placeSketch(
  site: Site,
  progress: Progress,
  feature: PartFeature,
): { placed: PlacedSketch; status: SketchStatus } {
  const { plane } = feature.inputs
  const { frame, face } = planeOf(progress, () => site.readings.topology(progress.state), refIn(plane))
  const drawn = sketchOf(progress.part, feature.id)
  const { entities } = drawn
  const points = drawn.points.map((point) =>
    point.ref === undefined
      ? point
      : { ...point, xy: projectPoint(site.oc, site.readings.topology(progress.state), frame, point.ref) },
  )
  const constraints = [...drawn.constraints, ...points.flatMap(heldByRef)]
  const valued = constraints.map(({ value, ...constraint }) => ({
    ...constraint,
    value:
      value === undefined
        ? undefined
        : progress.parameters.value(value, constraint.type === 'angle' ? 'angle' : 'length'),
  }))
  const solution = site.solver.solve({ points, entities, constraints: valued })
  const { status, degreesOfFreedom, conflicting, redundant } = solution
  progress.solutions.set(feature.id, solution)
  const moved = drawn.points.flatMap(({ id, xy }): SketchStatus['moved'] => {
    const [x, y] = solution.points.get(id) ?? xy
    return Math.hypot(x - xy[0], y - xy[1]) > 1e-9 ? [{ id, xy: [x, y] }] : []
  })
  if (status === 'inconsistent' || (status === 'overconstrained' && conflicting.length > 0))
    throw new FeatureError(
      status === 'inconsistent' ? 'constraint_unsatisfiable' : 'constraint_conflict',
      'The constraints of the sketch cannot all hold.',
      {
        refs: conflicting.slice(0, 40),
        hint: 'Remove or change one of them.',
      },
    )
  return {
    placed: { frame, onFace: face !== undefined, points: solution.points, radii: solution.radii, entities },
    status: { status, degreesOfFreedom, conflicting, redundant, moved },
  }
}

/** A point of the bodies stays where it is in the sketch. */
const heldByRef = ({ id, sketch, ref }: Pick<SketchPoint, 'id' | 'sketch' | 'ref'>): SketchConstraint[] =>
  ref === undefined ? [] : [{ id: `${id}-ref`, kind: 'constraint', sketch, type: 'fixed', refs: { point: id } }]

function refIn(value: unknown): Ref {
  if (typeof value === 'string') return value
  if (isQuery(value)) return value
  throw new FeatureError('invalid_ref', 'A sketch lies on a datum plane, a plane feature or a planar face.')
}

function isQuery(value: unknown): value is Exclude<Ref, string> {
  return typeof value === 'object' && value !== null && ('faces' in value || 'edges' in value)
}
