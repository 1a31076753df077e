import type { Json, View } from '@atelier/documents'
import { isList } from '@atelier/operation'
import { isRecord } from '../document/node.ts'
import { refuseUrl } from '../html/refuse.ts'

export const PARAM_TYPES = ['text', 'url', 'image', 'color', 'number', 'boolean', 'choice'] as const
export type ParamType = (typeof PARAM_TYPES)[number]

/** A parameter of a component: a value that each instance can set. */
export interface ComponentParam {
  /** As in `{params.name}` and the attribute `param-name`. */
  name: string
  type: ParamType
  /** The value if an instance sets none. */
  default: string
  label?: string
  description?: string
  required?: boolean
  /** The values of a choice. */
  options?: readonly string[]
}

const MAX_PARAMS = 100
const MAX_PARAM_TEXT = 10_000

/** The key that holds the parameters of a component, in the site document. */
export const paramsKey = (componentId: string) => `page:${componentId}/params`

/** Lower case, since HTML has no others in attribute names. */
export const isParamName = (name: string) => /^[a-z][a-z0-9_-]{0,60}$/.test(name)

/** The parameters of a component, in their order; invalid parameters are left out. */
export function componentParams(site: View, componentId: string): readonly ComponentParam[] {
  const value = site.get(paramsKey(componentId))
  return isList(value) ? value.flatMap((each) => readParam(each) ?? []) : []
}

/** The faults of a component's parameters as a stored value; undefined if nothing is. */
export function checkParams(value: Json): string | undefined {
  if (value === null) return undefined
  if (!isList(value) || value.length > MAX_PARAMS) return `A component has a list of at most ${MAX_PARAMS} parameters.`
  const names = new Set<string>()
  for (const each of value) {
    const param = readParam(each)
    if (!param) return 'A parameter is a name, a type and a default value.'
    if (names.has(param.name)) return `There are two parameters “${param.name}”.`
    names.add(param.name)
    const wrong = param.default === '' ? undefined : refuseValue(param, param.default)
    if (wrong) return `The default of “${param.name}”: ${wrong}`
  }
  return undefined
}

/** Why a value does not fit a parameter, as a sentence; undefined if it does. */
export function refuseValue({ type, options = [] }: ComponentParam, value: string): string | undefined {
  if (value.length > MAX_PARAM_TEXT) return `A value has at most ${MAX_PARAM_TEXT} characters.`
  switch (type) {
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? undefined : `“${value}” is not a number.`
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : `“${value}” is neither true nor false.`
    case 'choice':
      return options.includes(value) ? undefined : `“${value}” is none of ${options.join(', ')}.`
    case 'url':
    case 'image': {
      const why = refuseUrl(value)
      return why && `“${value.slice(0, 60)}” is refused: ${why}.`
    }
    default:
      return undefined
  }
}

function readParam(value: Json): ComponentParam | undefined {
  if (!isRecord(value)) return undefined
  const { name, label, description, required, options } = value
  const type = PARAM_TYPES.find((each) => each === value.type)
  if (typeof name !== 'string' || !isParamName(name) || !type) return undefined
  const param: ComponentParam = { name, type, default: typeof value.default === 'string' ? value.default : '' }
  if (param.default.length > MAX_PARAM_TEXT) return undefined
  if (typeof label === 'string') param.label = label.slice(0, 200)
  if (typeof description === 'string') param.description = description.slice(0, 1_000)
  if (required === true) param.required = true
  if (options !== undefined && isList(options)) {
    param.options = options.filter((each) => typeof each === 'string').slice(0, 200)
  }
  return param
}

/** A parameter as the value that is stored. */
export function paramValue({ name, type, label, description, required, options, ...rest }: ComponentParam): Json {
  return {
    name,
    type,
    default: rest.default,
    ...(label ? { label } : {}),
    ...(description ? { description } : {}),
    ...(required ? { required } : {}),
    ...(options?.length ? { options } : {}),
  }
}
