import type { BodyState } from '../geometry/body.ts'
import type { Oc } from '../geometry/occ.ts'
import { readTopology, type Topology } from '../geometry/topology.ts'
import { measureState, type StateMeasures } from './measure.ts'
import { type Fineness, type Mesh, meshState } from './mesh.ts'

/** The states of which readings are kept, and meshes, which are large. */
const MOST = 60
const MOST_MESHES = 6

/** Everything that is read of bodies more than once: it is kept for as long as they are, or until there is no room. */
export interface Readings {
  topology(state: BodyState): Topology
  measures(state: BodyState): StateMeasures
  mesh(state: BodyState, fineness: Fineness): Mesh
  /** MUST be called before the bodies are freed. */
  forget(state: BodyState): void
  /** Forgets the oldest; what was returned of them before is no longer valid. */
  trim(): void
  clear(): void
}

interface Reading {
  handles: { delete(): void }[]
  topology?: Topology
  measures?: StateMeasures
}

export function createReadings(oc: Oc): Readings {
  // The least recently used first.
  const readings = new Map<BodyState, Reading>()
  const meshes = new Map<string, Mesh>()
  const numbers = new WeakMap<BodyState, number>()
  let count = 0

  function readingOf(state: BodyState): Reading {
    const reading = readings.get(state) ?? { handles: [] }
    readings.delete(state)
    readings.set(state, reading)
    return reading
  }

  function topology(state: BodyState): Topology {
    const reading = readingOf(state)
    reading.topology ??= readTopology(oc, state, (handle) => {
      reading.handles.push(handle)
      return handle
    })
    return reading.topology
  }

  function forget(state: BodyState): void {
    for (const handle of readings.get(state)?.handles.reverse() ?? []) handle.delete()
    readings.delete(state)
  }

  return {
    topology,
    measures(state) {
      const reading = readingOf(state)
      reading.measures ??= measureState(oc, state)
      return reading.measures
    },
    mesh(state, fineness) {
      const number = numbers.get(state) ?? ++count
      numbers.set(state, number)
      const key = `${number} ${fineness.tolerance} ${fineness.angle}`
      const mesh = meshes.get(key) ?? meshState(oc, state, topology(state), fineness)
      meshes.delete(key)
      meshes.set(key, mesh)
      const [oldest] = meshes.keys()
      if (meshes.size > MOST_MESHES && oldest !== undefined) meshes.delete(oldest)
      return mesh
    },
    forget,
    trim() {
      for (const oldest of readings.keys()) {
        if (readings.size <= MOST) break
        forget(oldest)
      }
    },
    clear() {
      for (const state of [...readings.keys()]) forget(state)
      meshes.clear()
    },
  }
}
