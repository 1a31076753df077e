import type { Json } from '@atelier/documents'
import { isList } from '@atelier/operation'
import { parseBlock } from '../css/parse.ts'
import { cssRefusal } from '../css/safety.ts'
import { isRecord } from '../document/node.ts'
import { readColor } from '../tokens/color.ts'
import { MAX_STEPS } from '../tokens/variants.ts'
import { hasOnly, isId, isOrder, isTextValue, unless } from './shapes.ts'

type Check = (value: Json) => boolean

const isName: Check = (value) => isTextValue(value, 200) && value.trim() !== ''
const isSlug: Check = (value) => isTextValue(value, 80) && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(value)
const isColor: Check = (value) => isTextValue(value, 500) && readColor(value).kind !== 'none'
const isFlag: Check = (value) => typeof value === 'boolean'
const isCount: Check = (value) => typeof value === 'number' && value >= 0 && value <= MAX_STEPS
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 100_000
const isTexts: Check = (value) => isList(value) && value.length <= 500 && value.every((each) => isTextValue(each, 200))
const isRef: Check = (value) => isId(value)

/** The fields of each kind of token, with a check of each. */
const kinds: Readonly<Record<string, { fields: Readonly<Record<string, Check>>; required: readonly string[] }>> = {
  color: {
    fields: {
      slug: isSlug,
      lightValue: isColor,
      darkValue: isColor,
      darkModeEnabled: isFlag,
      category: isName,
      shades: isCount,
      tints: isCount,
      transparencies: isFlag,
      rule: isRef,
    },
    required: ['slug', 'lightValue'],
  },
  fontToken: {
    fields: { name: isName, variable: isSlug, familyId: isRef, fallback: isFontStack, rule: isRef },
    required: ['name', 'variable'],
  },
  fontFamily: {
    fields: { family: isName, source: isSource, variants: isTexts, subsets: isTexts, files: isFiles, category: isName },
    required: ['family', 'files'],
  },
  scale: {
    fields: {
      namingConvention: isPattern,
      steps: isSteps,
      baseScaleIndex: isNumber,
      min: isEnd,
      max: isEnd,
      manual: isManual,
      minScreenWidth: isNumber,
      maxScreenWidth: isNumber,
      isRem: isFlag,
      rootFontSize: isNumber,
    },
    required: [],
  },
}

/** Returns the problem of a value of a design token, or undefined; `field` is undefined for the birth record. */
export function checkToken(kind: string, id: string, field: string | undefined, value: Json): string | undefined {
  const shape = kinds[kind]
  if (!shape) return `There is no kind of token "${kind.slice(0, 40)}".`
  if (kind === 'scale' && id !== 'type' && id !== 'space') return 'The scales are type and space.'
  if (field === undefined) {
    if (!isRecord(value) || !hasOnly(value, [...Object.keys(shape.fields), 'at'])) {
      return `A ${kind} is made of ${Object.keys(shape.fields).join(', ')}.`
    }
    const missing = shape.required.find((name) => !(name in value))
    if (missing) return `A ${kind} has a ${missing}.`
    for (const [name, each] of Object.entries(value)) {
      const wrong = checkToken(kind, id, name, each)
      if (wrong) return wrong
    }
    return undefined
  }
  if (field === 'at') return unless(isOrder(value), 'The place of a token is an order key.')
  if (field === 'deleted') return unless(typeof value === 'boolean', 'Whether a token is deleted is true or false.')
  const check = shape.fields[field]
  if (!check) return `A ${kind} has no field "${field.slice(0, 40)}".`
  const removable = value === null && !shape.required.includes(field)
  return unless(removable || check(value), `This is no ${field} of a ${kind}.`)
}

function isSource(value: Json): boolean {
  return value === 'google' || value === 'custom'
}

/** Whether a text is a CSS list of font families that cannot end its declaration. */
export function isFontStack(value: Json): boolean {
  if (!isTextValue(value, 500) || /[{}<]/.test(value)) return false
  const { items, errors } = parseBlock(`font-family: ${value}`)
  const [item, more] = items
  return errors.length === 0 && more === undefined && item?.kind === 'declaration' && cssRefusal(value) === undefined
}

/** A prefix such as `text`, or a pattern with `{step}`; with leading dashes, it names a custom property. */
export function isPattern(value: Json): boolean {
  return isTextValue(value, 80) && /^[\p{L}\p{N}_-]+$/u.test(value.replaceAll('{step}', 'x'))
}

function isSteps(value: Json): boolean {
  return (
    isList(value) &&
    value.length > 0 &&
    value.length <= 40 &&
    value.every((each) => isTextValue(each, 40) && /^[\p{L}\p{N}_-]+$/u.test(each))
  )
}

function isEnd(value: Json): boolean {
  return isRecord(value) && hasOnly(value, ['fontSize', 'size', 'scaleRatio']) && Object.values(value).every(isNumber)
}

function isManual(value: Json): boolean {
  if (!isRecord(value)) return false
  return Object.values(value).every(
    (each) => isRecord(each) && hasOnly(each, ['min', 'max']) && Object.values(each).every(isNumber),
  )
}

function isFiles(value: Json): boolean {
  return isList(value) && value.length <= 2_000 && value.every(isFile)
}

function isFile(value: Json): boolean {
  return (
    isRecord(value) &&
    hasOnly(value, ['variant', 'subset', 'hash', 'format', 'path', 'unicodeRange', 'bytes']) &&
    isTextValue(value.variant, 40) &&
    isTextValue(value.hash, 64) &&
    /^[0-9a-f]{64}$/.test(value.hash) &&
    isTextValue(value.path, 300) &&
    /^[\w-][\w./-]*$/.test(value.path) &&
    !value.path.includes('..') &&
    (value.unicodeRange === undefined ||
      (isTextValue(value.unicodeRange, 4_000) && /^[\s\dA-F,U+?-]+$/i.test(value.unicodeRange)))
  )
}
