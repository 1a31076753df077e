import { createParameters } from '../expression/parameters.ts'
import { ExpressionError } from '../expression/parse.ts'
import { Refusal } from './write.ts'

/** The value of a parameter among others. @throws Refusal if it has none */
export function valueOfParameter(
  all: readonly { name: string; expression: string }[],
  unit: number,
  name: string,
): number {
  try {
    return createParameters(all, unit).valueOf(name).value
  } catch (error) {
    if (error instanceof ExpressionError) throw new Refusal(error.code, error.message)
    throw error
  }
}
