import type { Fields } from '@atelier/documents'
import { type Envelope, fail, ok, strip } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { isRecord } from '../../document/node.ts'
import { limitWarnings } from '../../lint/problem.ts'
import { scaleWarnings } from '../../lint/settingsScales.ts'
import { editRecord, type Loose, readRecord } from '../../tokens/records.ts'
import { type ScaleKind, stepName } from '../../tokens/scale.ts'
import { designSystem, readScale, tokenNames } from '../../tokens/system.ts'
import { isPattern } from '../../validate/tokens.ts'

const size = Type.Number({ exclusiveMinimum: 0, maximum: 1000 })
const ratio = Type.Number({ exclusiveMinimum: 0, maximum: 10 })

/** The input of a scale's operation; `sizeName` is what it calls the base size. */
export const scaleInput = <Name extends 'fontSize' | 'size'>(sizeName: Name) => {
  const end = Type.Optional(
    Type.Object({ [sizeName]: Type.Optional(size), scaleRatio: Type.Optional(ratio) }, { additionalProperties: false }),
  )
  return Type.Object(
    {
      groupId: Type.Optional(Type.String()),
      namingConvention: Type.Optional(Type.String()),
      steps: Type.Optional(Type.Union([Type.Array(Type.String(), { minItems: 1, maxItems: 40 }), Type.String()])),
      baseScaleIndex: Type.Optional(Type.Integer({ minimum: 0 })),
      min: end,
      max: end,
      manual: Type.Optional(
        Type.Record(Type.String(), Type.Object({ min: size, max: size }, { additionalProperties: false })),
      ),
      minScreenWidth: Type.Optional(Type.Integer({ exclusiveMinimum: 0, maximum: 10_000 })),
      maxScreenWidth: Type.Optional(Type.Integer({ exclusiveMinimum: 0, maximum: 10_000 })),
      isRem: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  )
}

export const ScaleResult = Type.Object({
  groupId: Type.String(),
  action: Type.Union([Type.Literal('created'), Type.Literal('updated')]),
  namingConvention: Type.String(),
  generatedVars: Type.Array(Type.String()),
})

interface ScaleChange {
  groupId?: string
  namingConvention?: string
  steps?: readonly string[] | string
  baseScaleIndex?: number
  min?: Readonly<Record<string, number | undefined>>
  max?: Readonly<Record<string, number | undefined>>
  manual?: Readonly<Record<string, { min: number; max: number }>>
  minScreenWidth?: number
  maxScreenWidth?: number
  isRem?: boolean
}

/** Makes the scale or changes what is named of it; the rest stays, or is the default. */
export function setScale(
  context: SiteContext,
  kind: ScaleKind,
  change: ScaleChange,
): Envelope<Static<typeof ScaleResult>> {
  const { groupId, namingConvention, min, max, ...rest } = change
  if (groupId !== undefined && groupId !== kind) {
    const hint = `There is one such scale, "${kind}"; leave groupId out.`
    return fail('unknown_group', `There is no scale "${groupId.slice(0, 60)}".`, { path: '/groupId', hint })
  }
  const naming = namingConvention && strip(namingConvention.trim(), '-')
  if (naming !== undefined && !isPattern(naming)) {
    const hint = 'Use a prefix such as "text", or a pattern such as "fs-{step}".'
    return fail('invalid_name', `"${naming.slice(0, 60)}" cannot name custom properties.`, {
      path: '/namingConvention',
      hint,
    })
  }
  const steps = typeof rest.steps === 'string' ? rest.steps.split(',') : rest.steps
  const names = steps?.map((step) => step.trim()).filter((step) => step !== '')
  const bad = names?.find((step) => !/^[\p{L}\p{N}_-]{1,40}$/u.test(step))
  if (names && (bad !== undefined || names.length === 0 || new Set(names).size < names.length)) {
    const message =
      bad === undefined
        ? 'Steps have different names, and there is one at least.'
        : `"${bad.slice(0, 40)}" is not a valid name of a step.`
    return fail('invalid_steps', message, { path: '/steps', hint: 'Such as ["xs", "s", "m", "l", "xl"].' })
  }
  const key = `scale:${kind}`
  const stored = readRecord(context.site, key)
  const fields: Record<string, Loose[string]> = {
    ...rest,
    namingConvention: naming,
    steps: names,
    min: min && { ...endOf(stored, 'min'), ...defined(min) },
    max: max && { ...endOf(stored, 'max'), ...defined(max) },
  }
  const scale = readScale(kind, { ...stored, ...defined(fields) })
  if (scale.baseScaleIndex >= scale.steps.length) {
    const message = `The scale has ${scale.steps.length} steps; the base cannot be number ${scale.baseScaleIndex}, counted from 0.`
    return fail('invalid_base', message, { path: '/baseScaleIndex', hint: `At most ${scale.steps.length - 1}.` })
  }
  if (scale.minScreenWidth >= scale.maxScreenWidth) {
    const message = 'The narrowest screen must be narrower than the widest.'
    return fail('invalid_width', message, { path: '/minScreenWidth', hint: 'Such as 320 and 1400.' })
  }
  const generatedVars = scale.steps.map((step) => `--${stepName(scale.namingConvention, step)}`)
  const taken = tokenNames(designSystem(context.site))
  const clash = generatedVars.find((name) => (taken.get(name.slice(2)) ?? kind) !== kind)
  if (clash) {
    const message = `${clash} is another token already.`
    return fail('name_taken', message, { path: '/namingConvention', hint: 'Choose another prefix or other steps.' })
  }
  if (new Set(generatedVars).size < generatedVars.length) {
    const message = `All steps would be called ${generatedVars[0]}.`
    return fail('invalid_name', message, { path: '/namingConvention', hint: 'Put {step} into the pattern.' })
  }
  if (stored) editRecord(context.site, key, fields)
  else {
    for (const edit of [...context.site.keys(`${key}/`)]) context.site.delete(edit)
    context.site.set(key, defined(fields))
  }
  return ok(
    {
      groupId: kind,
      action: stored ? 'updated' : 'created',
      namingConvention: scale.namingConvention,
      generatedVars,
    },
    { warnings: limitWarnings(scaleWarnings(scale)) },
  )
}

function endOf(stored: Fields | undefined, name: 'min' | 'max'): Fields {
  const end = stored?.[name]
  return isRecord(end) ? { ...end } : {}
}

/** Without the members that are undefined. */
function defined(fields: Loose): Fields {
  const found: Record<string, Fields[string]> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) found[name] = value
  return found
}
