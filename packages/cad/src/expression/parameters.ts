import { type Dimensionality, evaluate, evaluateNode, type Quantity, type Surroundings } from './evaluate.ts'
import { ExpressionError, parseExpression } from './parse.ts'

/** The values of a part's parameters, each evaluated when it is first read. */
export interface Parameters extends Surroundings {
  /** The value of a dimension in mm, degrees or as a number. @throws ExpressionError */
  value(dimension: number | string, as: Dimensionality): number
}

/** @param unit millimetres in the unit of bare numbers */
export function createParameters(given: readonly { name: string; expression: string }[], unit: number): Parameters {
  const expressions = new Map(given.map(({ name, expression }) => [name, expression]))
  const known = new Map<string, Quantity>()
  const open: string[] = []
  const around: Surroundings = {
    unit,
    valueOf(name) {
      const found = known.get(name)
      if (found) return found
      const expression = expressions.get(name)
      if (expression === undefined)
        throw new ExpressionError('unknown_parameter', `There is no parameter “${name.slice(0, 60)}”.`)
      if (open.includes(name))
        throw new ExpressionError(
          'parameter_cycle',
          `The parameter ${name} depends on itself: ${[...open, name].join(' → ')}.`,
        )
      open.push(name)
      try {
        const value = evaluateNode(parseExpression(expression), around)
        known.set(name, value)
        return value
      } finally {
        open.pop()
      }
    },
  }
  return { ...around, value: (dimension, as) => evaluate(dimension, as, around) }
}
