import type { SketchConstraint, SketchEntity } from '../document/part.ts'
import type { V2 } from '../geometry/vector.ts'

export interface SketchToSolve {
  points: readonly { id: string; xy: V2 }[]
  entities: readonly SketchEntity[]
  /** With their values in mm and degrees. */
  constraints: readonly ValuedConstraint[]
}
export interface ValuedConstraint extends Omit<SketchConstraint, 'value'> {
  value?: number | undefined
}

export interface Solution {
  points: Map<string, V2>
  radii: Map<string, number>
  status: 'solved' | 'underconstrained' | 'overconstrained' | 'inconsistent'
  degreesOfFreedom: number
  /** Constraints by their ids. */
  conflicting: string[]
  redundant: string[]
}

export interface Solver {
  solve(sketch: SketchToSolve): Solution
}
