import type { Json, View } from '@atelier/documents'
import { Value } from 'typebox/value'
import { type AnyBirth, type Birth, isRecord, meta, readBirthRecord, type Units } from './records.ts'

interface Named {
  readonly id: string
}
export interface PartFeature extends Named {
  type: string
  name: string
  order: string
  suppressed: boolean
  inputs: { readonly [input: string]: Json }
  run?: string | undefined
}
export type SketchPoint = Named & Birth<'point'>
export type SketchLine = Named & Birth<'line'>
export type SketchCircle = Named & Birth<'circle'>
export type SketchArc = Named & Birth<'arc'>
export type SketchSpline = Named & Birth<'spline'>
export type SketchEntity = SketchLine | SketchCircle | SketchArc | SketchSpline
export type SketchConstraint = Named & Birth<'constraint'>
export type Parameter = Named & Birth<'parameter'>
export type Requirement = Named & Birth<'requirement'>
export interface Configuration extends Named {
  name: string
  /** Expressions by the id of a parameter, and marks by the id of a feature. */
  values: Readonly<Record<string, string | number>>
  suppressed: Readonly<Record<string, boolean>>
  run?: string | undefined
}

/** A part with later edits and the active configuration applied; plain JSON, which a build is a function of. */
export interface Part {
  units: Units
  /** In g/cm³. */
  density: number
  configuration?: string
  /** In their order. */
  features: PartFeature[]
  points: SketchPoint[]
  entities: SketchEntity[]
  constraints: SketchConstraint[]
  parameters: Parameter[]
  configurations: Configuration[]
  requirements: Requirement[]
}

/** @param configuration the id of another configuration than the active one; null for none */
export function readPart(view: View, configuration?: string | null): Part {
  const chosen = configuration === undefined ? metaField(view, 'configuration') : configuration
  const part: Part = {
    units: metaField(view, 'units') ?? 'mm',
    density: metaField(view, 'density') ?? 1,
    features: [],
    points: [],
    entities: [],
    constraints: [],
    parameters: [],
    configurations: [],
    requirements: [],
  }
  const edits = new Map<string, [string, Json][]>()
  const born: [string, AnyBirth][] = []
  for (const key of view.keys()) {
    const value = view.get(key)
    if (value === undefined) continue
    const slash = key.indexOf('/')
    if (slash < 0) {
      const birth = readBirthRecord(value)
      if (birth) born.push([key, birth])
      continue
    }
    const id = key.slice(0, slash)
    const list = edits.get(id)
    if (list) list.push([key.slice(slash + 1), value])
    else edits.set(id, [[key.slice(slash + 1), value]])
  }
  for (const [id, birth] of born) {
    const own = edits.get(id) ?? []
    if (!own.some(([field, value]) => field === 'deleted' && value === true)) addToPart(part, id, birth, own)
  }
  const active = part.configurations.find(({ id }) => id === chosen)
  if (active) apply(part, active)
  for (const list of [part.features, part.parameters, part.requirements]) list.sort(byOrderKey)
  return part
}

function addToPart(part: Part, id: string, birth: AnyBirth, edits: readonly [string, Json][]): void {
  const now = editedRecord(
    birth,
    edits.filter(([field]) => !field.includes(':') && field !== 'suppressed'),
  )
  switch (now.kind) {
    case 'feature': {
      const inputs = Object.fromEntries(
        [
          ...Object.entries(now.inputs),
          ...edits.flatMap(([field, value]) => (field.startsWith('in:') ? [[field.slice(3), value] as const] : [])),
        ].filter((entry): entry is [string, Json] => entry[1] !== null && entry[1] !== undefined),
      )
      const suppressed = edits.some(([field, value]) => field === 'suppressed' && value === true)
      const { type, name, order, run } = now
      part.features.push({ id, type, name, order, suppressed, inputs, ...(run === undefined ? {} : { run }) })
      break
    }
    case 'point':
      part.points.push({ ...now, id })
      break
    case 'line':
    case 'circle':
    case 'arc':
    case 'spline':
      part.entities.push({ ...now, id })
      break
    case 'constraint':
      part.constraints.push({ ...now, id })
      break
    case 'parameter':
      part.parameters.push({ ...now, id })
      break
    case 'configuration':
      part.configurations.push({ id, name: now.name, ...configured(edits), ...(now.run ? { run: now.run } : {}) })
      break
    case 'requirement':
      part.requirements.push({ ...now, id })
      break
  }
}

/** The last edits of each record with what it became: a part is read several times in a call, and few records change. */
const edited = new WeakMap<AnyBirth, { edits: readonly (readonly [string, Json])[]; now: AnyBirth }>()

/** A record with later edits over it; as it was born if they do not fit together. */
function editedRecord(birth: AnyBirth, edits: readonly (readonly [string, Json])[]): AnyBirth {
  if (edits.length === 0) return birth
  const known = edited.get(birth)
  const isKnown =
    known?.edits.length === edits.length &&
    known.edits.every(([field, value], i) => field === edits[i]?.[0] && value === edits[i]?.[1])
  if (known && isKnown) return known.now
  const merged: unknown = { ...birth, ...Object.fromEntries(edits) }
  const now = (isRecord(merged) ? readBirthRecord(merged) : undefined) ?? birth
  edited.set(birth, { edits, now })
  return now
}

function configured(edits: readonly [string, Json][]): Pick<Configuration, 'values' | 'suppressed'> {
  const values: Record<string, string | number> = {}
  const suppressed: Record<string, boolean> = {}
  for (const [field, value] of edits) {
    if (field.startsWith('value:') && (typeof value === 'string' || typeof value === 'number'))
      values[field.slice(6)] = value
    if (field.startsWith('suppressed:') && typeof value === 'boolean') suppressed[field.slice(11)] = value
  }
  return { values, suppressed }
}

function apply(part: Part, { id, values, suppressed }: Configuration): void {
  part.configuration = id
  for (const parameter of part.parameters) {
    const value = values[parameter.id]
    if (value !== undefined) parameter.expression = String(value)
  }
  for (const feature of part.features) feature.suppressed = suppressed[feature.id] ?? feature.suppressed
}

function metaField<F extends keyof typeof meta>(view: View, field: F) {
  const value = view.get(`meta/${field}`)
  const schema = meta[field]
  return Value.Check(schema, value) ? value : undefined
}

/** By order key, then by id, so that two users' equal keys have one order everywhere. */
function byOrderKey(a: { order: string; id: string }, b: { order: string; id: string }): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The things of one sketch. */
export function sketchOf(part: Part, sketch: string) {
  return {
    points: part.points.filter((each) => each.sketch === sketch),
    entities: part.entities.filter((each) => each.sketch === sketch),
    constraints: part.constraints.filter((each) => each.sketch === sketch),
  }
}
