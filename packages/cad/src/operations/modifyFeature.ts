import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { setInput } from '../document/changes.ts'
import { checkPartValue } from '../document/check.ts'
import { inputValue } from './featureInputs.ts'
import { closed, common, flag, Id, number, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const modifyFeature = defineOperation({
  id: 'part.modifyFeature',
  summary: 'Change a feature',
  description: 'Sets inputs of a feature by their names in getModelContext: parameterName with one value, or changes.',
  icon: 'sliders-horizontal',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      featureId: Id,
      parameterName: Type.Optional(Id),
      numberValue: Type.Optional(number),
      stringValue: Type.Optional(Type.String({ maxLength: 2000 })),
      booleanValue: flag,
      changes: Type.Optional(
        Type.Array(Type.Object({ parameterName: Id, value: Type.Unknown() }, closed), { maxItems: 40 }),
      ),
      ...common,
    },
    closed,
  ),
  output: Type.Object({ featureId: Type.String(), rebuildStatus: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, parameterName, numberValue, stringValue, booleanValue, changes = [] } = input
      const { type } = edit.feature(featureId)
      const own =
        parameterName === undefined ? [] : [{ parameterName, value: numberValue ?? stringValue ?? booleanValue }]
      const all = [...own, ...changes]
      if (all.length === 0)
        throw new Refusal('invalid_input', 'Nothing is to be changed.', {
          hint: 'Give parameterName with a value, or changes.',
        })
      for (const { parameterName: name, value } of all) {
        const key = `${featureId}/in:${name}`
        const json = inputValue(edit, type, name, value)
        const wrong = checkPartValue(key, json, (each) => edit.draft.get(each))
        if (wrong !== undefined)
          throw new Refusal('invalid_value', wrong, { hint: `${featureId} is of the type ${type}.` })
        setInput(edit, featureId, name, json)
      }
      return { featureId, rebuildStatus: 'ok' }
    }),
})
