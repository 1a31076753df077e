import {
  type Constraint,
  DebugMode,
  type GcsWrapper,
  make_gcs_wrapper,
  type SketchPrimitive,
  SolveStatus,
} from '@salusoft89/planegcs'
import type { SketchEntity } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import type { V2 } from '../geometry/vector.ts'
import { constrainedIds, pointsOf } from './entityPoints.ts'
import { residualOf } from './residual.ts'
import type { SketchToSolve, Solution, Solver, ValuedConstraint } from './types.ts'

/** The most lines and arcs of one connected piece of a sketch. */
const MAX_COMPONENT = 300
const TOLERANCE = 1e-6
/** The most lines and arcs of a piece that is tried again from other starts, and by how many degrees it is turned then. */
const MAX_TURNED = 100
const TURNS = [15, -15, 40, -40]

/** The package's own types lose the id. */
type Owned = Constraint & { id: string }

/** @param wasm where the file of the solver is */
export async function createSolver(wasm: string): Promise<Solver> {
  const wrapper = await make_gcs_wrapper(wasm)
  // It prints how it solves otherwise.
  wrapper.debug_mode = DebugMode.NoDebug
  const known = createKnownSolutions()
  return { solve: (sketch) => solve(wrapper, sketch, known) }
}

function solve(wrapper: GcsWrapper, sketch: SketchToSolve, known: KnownSolutions): Solution {
  const solution: Solution = {
    points: new Map(sketch.points.map(({ id, xy }) => [id, xy])),
    radii: new Map(sketch.entities.flatMap((each) => (each.kind === 'circle' ? [[each.id, each.r]] : []))),
    status: 'solved',
    degreesOfFreedom: 0,
    conflicting: [],
    redundant: [],
  }
  refuseMissing(sketch)
  for (const component of componentsOf(sketch)) {
    if (component.entities.length > MAX_COMPONENT)
      throw new FeatureError(
        'sketch_too_large',
        `${component.entities.length} lines and arcs hang together, of at most ${MAX_COMPONENT}.`,
        {
          hint: 'Split the sketch in several.',
        },
      )
    const solved = known.of(component, () => solveComponent(wrapper, component, solution))
    solution.degreesOfFreedom += solved.degreesOfFreedom
    solution.conflicting.push(...solved.conflicting)
    solution.redundant.push(...solved.redundant)
    for (const [id, xy] of solved.points) solution.points.set(id, xy)
    for (const [id, radius] of solved.radii) solution.radii.set(id, radius)
  }
  const driving = sketch.constraints.filter(({ driven }) => !driven)
  const wrong = driving.filter((constraint) => Math.abs(residualOf(constraint, sketch.entities, solution)) > TOLERANCE)
  solution.status =
    solution.conflicting.length > 0
      ? 'overconstrained'
      : wrong.length > 0
        ? 'inconsistent'
        : solution.redundant.length > 0
          ? 'overconstrained'
          : solution.degreesOfFreedom > 0
            ? 'underconstrained'
            : 'solved'
  if (solution.status === 'inconsistent') solution.conflicting = wrong.map(({ id }) => id)
  return solution
}

/** @throws FeatureError if an entity or a constraint names something that is not there */
function refuseMissing({ points, entities, constraints }: SketchToSolve): void {
  const known = new Set([...points, ...entities].map(({ id }) => id))
  const users = [
    ...entities.map((each) => [each.id, pointsOf(each)] as const),
    ...constraints.map(({ id, refs }) => [id, constrainedIds(refs)] as const),
  ]
  const broken = users.filter(([, members]) => members.some((member) => !known.has(member)))
  if (broken.length === 0) return
  throw new FeatureError('not_found', 'Something that lines or constraints of the sketch depend on is gone.', {
    refs: broken.slice(0, 40).map(([id]) => id),
    hint: 'Delete them too, or undo the deletion.',
  })
}

/** The pieces of a sketch that share no point and no constraint. */
function componentsOf({ points, entities, constraints }: SketchToSolve): SketchToSolve[] {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    let at = id
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up
    return at
  }
  const join = (ids: readonly string[]) => {
    const [first, ...rest] = ids
    for (const each of rest) if (first !== undefined) parent.set(rootOf(each), rootOf(first))
  }
  for (const entity of entities) join([entity.id, ...pointsOf(entity)])
  for (const { refs } of constraints) join(constrainedIds(refs))
  const groups = new Map<
    string,
    { points: SketchToSolve['points'][number][]; entities: SketchEntity[]; constraints: ValuedConstraint[] }
  >()
  const groupOf = (id: string) => {
    const root = rootOf(id)
    const group = groups.get(root) ?? { points: [], entities: [], constraints: [] }
    groups.set(root, group)
    return group
  }
  for (const point of points) groupOf(point.id).points.push(point)
  for (const entity of entities) groupOf(entity.id).entities.push(entity)
  for (const constraint of constraints) {
    const [first] = constrainedIds(constraint.refs)
    if (first !== undefined && !constraint.driven) groupOf(first).constraints.push(constraint)
  }
  return [...groups.values()]
}

/**
 * Solves from where the points are. If that ends where the constraints do not hold although they do not conflict, the solver
 * may have run into a dead end, such as a square that is made level by folding two of its sides onto each other: it then
 * starts again from the same sketch turned a little.
 */
function solveComponent(wrapper: GcsWrapper, component: SketchToSolve, solution: Solution): Attempt {
  const first = solveFrom(wrapper, component, solution, 0)
  const others = component.entities.length > MAX_TURNED || first.conflicting.length > 0 ? [] : TURNS
  if (holds(component, solution, first)) return first
  for (const degrees of others) {
    const again = solveFrom(wrapper, component, solution, degrees)
    if (again.conflicting.length === 0 && holds(component, solution, again)) return again
  }
  return first
}

/** Solved pieces by what they are a function of: an edit changes one of them, and the others need not be solved again. */
interface KnownSolutions {
  of(component: SketchToSolve, solve: () => Attempt): Attempt
}

/** The most characters of descriptions of pieces that are kept. */
const MOST_KNOWN = 4_000_000

function createKnownSolutions(): KnownSolutions {
  // The least recently used first.
  const known = new Map<string, Attempt>()
  let characters = 0
  return {
    of(component, solve) {
      const key = JSON.stringify([component.points, component.entities, component.constraints])
      const found = known.get(key)
      const solved = found ?? solve()
      known.delete(key)
      known.set(key, solved)
      if (!found) characters += key.length
      for (const oldest of known.keys()) {
        if (characters <= MOST_KNOWN || oldest === key) break
        known.delete(oldest)
        characters -= oldest.length
      }
      return solved
    },
  }
}

type Attempt = Pick<Solution, 'points' | 'radii' | 'degreesOfFreedom' | 'conflicting' | 'redundant'>

const holds = ({ entities, constraints }: SketchToSolve, solution: Solution, { points, radii }: Attempt): boolean => {
  const after = {
    points: new Map([...solution.points, ...points]),
    radii: new Map([...solution.radii, ...radii]),
  }
  return constraints.every((constraint) => Math.abs(residualOf(constraint, entities, after)) <= TOLERANCE)
}

/** @param degrees by which the points are turned about their middle before; those that are fixed are not */
function solveFrom(wrapper: GcsWrapper, component: SketchToSolve, solution: Solution, degrees: number): Attempt {
  const { entities, constraints } = component
  const fixed = new Set(
    constraints.flatMap(({ type, refs }) => (type === 'fixed' && refs.point !== undefined ? [refs.point] : [])),
  )
  const points = degrees === 0 ? component.points : turned(component.points, fixed, degrees)
  const placed = { ...solution, points: new Map(points.map(({ id, xy }) => [id, xy])) }
  const primitives = [
    ...points.map(({ id, xy }): SketchPrimitive => ({ id, type: 'point', x: xy[0], y: xy[1], fixed: fixed.has(id) })),
    ...entities.flatMap((entity) => primitivesOf(entity, placed)),
    ...constraints.flatMap((constraint) => constraintsOf(constraint, component, solution)),
  ]
  wrapper.clear_data()
  for (const primitive of primitives) wrapper.push_primitive(primitive)
  const status = wrapper.solve()
  const made: Attempt = {
    points: new Map(),
    radii: new Map(),
    degreesOfFreedom: Math.max(0, wrapper.gcs.dof()),
    conflicting: ownIds(wrapper.get_gcs_conflicting_constraints()),
    redundant: ownIds(wrapper.get_gcs_redundant_constraints()),
  }
  if (status === SolveStatus.Failed && made.conflicting.length > 0) return made
  wrapper.apply_solution()
  for (const { id } of points) {
    const solved = wrapper.sketch_index.get_primitive_or_fail(id)
    if (solved.type === 'point' && Number.isFinite(solved.x) && Number.isFinite(solved.y))
      made.points.set(id, [solved.x, solved.y])
  }
  for (const { id, kind } of entities) {
    const solved = kind === 'circle' ? wrapper.sketch_index.get_primitive_or_fail(id) : undefined
    if (solved?.type === 'circle' && Number.isFinite(solved.radius)) made.radii.set(id, solved.radius)
  }
  return made
}

function turned(points: SketchToSolve['points'], fixed: ReadonlySet<string>, degrees: number): SketchToSolve['points'] {
  const sum = points.reduce(([x, y], { xy }): V2 => [x + xy[0], y + xy[1]], [0, 0])
  const [mx, my] = [sum[0] / points.length, sum[1] / points.length]
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return points.map((point) => {
    const [x, y] = [point.xy[0] - mx, point.xy[1] - my]
    return fixed.has(point.id) ? point : { ...point, xy: [mx + x * cos - y * sin, my + x * sin + y * cos] }
  })
}

/** A constraint of ours may be two of the solver's. */
const ownIds = (ids: readonly string[]): string[] =>
  [...new Set(ids.map((id) => id.split(':')[0] ?? id))].filter((id) => !id.startsWith('rules'))

function primitivesOf(entity: SketchEntity, { points, radii }: Solution): SketchPrimitive[] {
  const { id } = entity
  if (entity.kind === 'line') return [{ id, type: 'line', p1_id: entity.a, p2_id: entity.b }]
  if (entity.kind === 'circle') return [{ id, type: 'circle', c_id: entity.c, radius: radii.get(id) ?? entity.r }]
  // It goes through its points, wherever they are.
  if (entity.kind === 'spline') return []
  const { c, ccw } = entity
  // The solver's arcs turn to the left.
  const [start, end] = ccw ? [entity.a, entity.b] : [entity.b, entity.a]
  const at = (name: string): V2 => points.get(name) ?? [0, 0]
  const [centre, from, to] = [at(c), at(start), at(end)]
  const angle = (point: V2) => Math.atan2(point[1] - centre[1], point[0] - centre[0])
  const radius = Math.hypot(from[0] - centre[0], from[1] - centre[1])
  const startAngle = angle(from)
  const endAngle = angle(to) > startAngle ? angle(to) : angle(to) + 2 * Math.PI
  return [
    { id, type: 'arc', c_id: c, start_id: start, end_id: end, radius, start_angle: startAngle, end_angle: endAngle },
    { id: `rules-${id}`, type: 'arc_rules', a_id: id },
  ]
}

function constraintsOf(constraint: ValuedConstraint, { entities }: SketchToSolve, { points }: Solution): Owned[] {
  const { id, type, refs, value = 0 } = constraint
  const [p = '', q = ''] = refs.points ?? []
  const [l = '', m = ''] = refs.lines ?? []
  const [s = '', t = ''] = refs.arcs ?? []
  const { point = '', line = '', arc = '', axis = '' } = refs
  const entity = (name: string) => entities.find((each) => each.id === name)
  const isCircle = (name: string) => entity(name)?.kind === 'circle'
  const at = (name: string): V2 => points.get(name) ?? [0, 0]
  const ends = (name: string): [string, string] => {
    const found = entity(name)
    return found?.kind === 'line' || found?.kind === 'arc' ? [found.a, found.b] : ['', '']
  }
  const centre = (name: string): string => {
    const found = entity(name)
    return found && 'c' in found ? found.c : ''
  }
  switch (type) {
    case 'fixed':
      return []
    case 'horizontal':
      return [
        refs.line === undefined
          ? { id, type: 'horizontal_pp', p1_id: p, p2_id: q }
          : { id, type: 'horizontal_l', l_id: line },
      ]
    case 'vertical':
      return [
        refs.line === undefined
          ? { id, type: 'vertical_pp', p1_id: p, p2_id: q }
          : { id, type: 'vertical_l', l_id: line },
      ]
    case 'coincident':
      return [{ id, type: 'p2p_coincident', p1_id: p, p2_id: q }]
    case 'distance':
      return [{ id, type: 'p2p_distance', p1_id: p, p2_id: q, distance: value }]
    case 'horizontalDistance':
    case 'verticalDistance': {
      const [prop, i] = type === 'horizontalDistance' ? (['x', 0] as const) : (['y', 1] as const)
      // The side that it is on now is the side where it stays.
      const [from, to] = at(q)[i] >= at(p)[i] ? [p, q] : [q, p]
      return [{ id, type: 'difference', param1: { o_id: from, prop }, param2: { o_id: to, prop }, difference: value }]
    }
    case 'angle': {
      const turn = (name: string) => {
        const [a, b] = ends(name).map(at)
        return a && b ? Math.atan2(b[1] - a[1], b[0] - a[0]) : 0
      }
      const now = turn(m) - turn(l)
      const wanted = (value * Math.PI) / 180
      const off = (angle: number) => Math.abs(Math.atan2(Math.sin(angle - now), Math.cos(angle - now)))
      return [{ id, type: 'l2l_angle_ll', l1_id: l, l2_id: m, angle: off(wanted) <= off(-wanted) ? wanted : -wanted }]
    }
    case 'radius':
      return [
        isCircle(arc)
          ? { id, type: 'circle_radius', c_id: arc, radius: value }
          : { id, type: 'arc_radius', a_id: arc, radius: value },
      ]
    case 'parallel':
      return [{ id, type: 'parallel', l1_id: l, l2_id: m }]
    case 'perpendicular':
      return [{ id, type: 'perpendicular_ll', l1_id: l, l2_id: m }]
    case 'equalLength':
      return [{ id, type: 'equal_length', l1_id: l, l2_id: m }]
    case 'collinear': {
      const own = ends(l)
      return ends(m)
        .filter((end) => !own.includes(end))
        .map((end, i) => ({ id: `${id}:${i}`, type: 'point_on_line_pl', p_id: end, l_id: l }))
    }
    case 'tangent': {
      if (refs.arcs) return [tangentArcs(id, s, t)]
      const [a, b] = ends(line)
      const shared = isCircle(arc) ? undefined : ends(arc).find((end) => end === a || end === b)
      // At a shared end the radius is square to the line: as a tangent it would be off by the size of the error's root.
      if (shared !== undefined)
        return [{ id, type: 'perpendicular_pppp', l1p1_id: a, l1p2_id: b, l2p1_id: centre(arc), l2p2_id: shared }]
      return [
        isCircle(arc)
          ? { id, type: 'tangent_lc', l_id: line, c_id: arc }
          : { id, type: 'tangent_la', l_id: line, a_id: arc },
      ]
    }
    case 'equalRadius':
      if (isCircle(s) && isCircle(t)) return [{ id, type: 'equal_radius_cc', c1_id: s, c2_id: t }]
      if (isCircle(s) || isCircle(t))
        return [{ id, type: 'equal_radius_ca', c1_id: isCircle(s) ? s : t, a2_id: isCircle(s) ? t : s }]
      return [{ id, type: 'equal_radius_aa', a1_id: s, a2_id: t }]
    case 'concentric':
      return [{ id, type: 'p2p_coincident', p1_id: centre(s), p2_id: centre(t) }]
    case 'symmetric':
      return [{ id, type: 'p2p_symmetric_ppl', p1_id: p, p2_id: q, l_id: axis }]
    case 'pointOnLine':
      return [{ id, type: 'point_on_line_pl', p_id: point, l_id: line }]
    case 'midpoint': {
      const [a, b] = ends(line)
      return [{ id, type: 'p2p_symmetric_ppp', p1_id: a, p2_id: b, p_id: point }]
    }
    case 'pointOnArc':
      return [
        isCircle(arc)
          ? { id, type: 'point_on_circle', p_id: point, c_id: arc }
          : { id, type: 'point_on_arc', p_id: point, a_id: arc },
      ]
  }

  function tangentArcs(name: string, first: string, second: string): Owned {
    const shared =
      isCircle(first) || isCircle(second) ? undefined : ends(first).find((end) => ends(second).includes(end))
    if (shared !== undefined)
      return { id: name, type: 'point_on_line_ppp', p_id: shared, lp1_id: centre(first), lp2_id: centre(second) }
    if (isCircle(first) && isCircle(second)) return { id: name, type: 'tangent_cc', c1_id: first, c2_id: second }
    if (isCircle(first) || isCircle(second))
      return {
        id: name,
        type: 'tangent_ca',
        c_id: isCircle(first) ? first : second,
        a_id: isCircle(first) ? second : first,
      }
    return { id: name, type: 'tangent_aa', a1_id: first, a2_id: second }
  }
}
