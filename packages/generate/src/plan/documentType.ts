import type { ChangeLine, DocumentType, Json, View } from '@atelier/documents'
import { isRecord } from '@atelier/operation'
import { Value } from 'typebox/value'
import { PagePlan, SectionPlan } from '../blueprint/schema.ts'
import { BRAND_KEY, Brand } from '../brand/brand.ts'
import { refuseField } from './edit.ts'
import { type Group, groupSchemas, PageTranslation, readPlan } from './plan.ts'
import { isProgressKey } from './progress.ts'

/** The plan of a site. */
export const blueprintType: DocumentType = {
  kind: 'blueprint',
  version: 1,
  writtenByTabs: true,
  accepts: refusePlanValue,
  describe: ({ patches, before, after }) => ({
    title: `Plan of ${readPlan(after).site.siteName}`,
    lines: patches.flatMap(({ key }) => (isProgressKey(key) ? [] : (planChangeLine(key, before, after) ?? []))),
  }),
}

const KEY = /^[\w-]{1,60}$/
const ORDER = /^[0-9A-Za-z]{1,200}$/

/** Returns why a tab may not set a value, or delete one; undefined if it may. */
function refusePlanValue(key: string, value: Json | undefined): string | undefined {
  if (value === undefined) return isProgressKey(key) ? 'The progress of a plan is written by operations.' : undefined
  if (key === BRAND_KEY) return Value.Check(Brand, value) ? undefined : 'A brand has colours such as #1d4ed8.'
  if (key === 'brief')
    return typeof value === 'string' && value.length <= 20_000
      ? undefined
      : 'A brief is a text of at most 20,000 characters.'
  const slash = key.indexOf('/')
  const [name, field] = slash < 0 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
  if (isGroup(name))
    return field === undefined ? 'A plan has no such field.' : refuseField(groupSchemas[name], field, value)
  const [kind = '', id = ''] = name.split(':')
  if ((kind !== 'page' && kind !== 'section') || !KEY.test(id)) return 'A plan has no such field.'
  const schema = kind === 'page' ? PagePlan : SectionPlan
  const place = (each: string, given: Json | undefined): string | undefined => {
    if (each === 'translation')
      return Value.Check(PageTranslation, given) ? undefined : 'A translation has a language, and a page.'
    if (each === 'deleted') return given === true ? undefined : 'What is deleted is marked as such.'
    if (each === 'page') return typeof given === 'string' && KEY.test(given) ? undefined : 'A section is on a page.'
    return typeof given === 'string' && ORDER.test(given) ? undefined : 'A place is an order key.'
  }
  const own = kind === 'page' ? ['at', 'deleted', 'translation'] : ['at', 'deleted', 'page']
  if (field !== undefined) return own.includes(field) ? place(field, value) : refuseField(schema, field, value)
  if (!isRecord(value)) return `A ${kind} is a record of its fields.`
  for (const [each, given] of Object.entries(value)) {
    const wrong = own.includes(each) ? place(each, given) : refuseField(schema, each, given)
    if (wrong !== undefined) return wrong
  }
  return place('at', value.at) ?? (kind === 'section' ? place('page', value.page) : undefined)
}

const isGroup = (name: string): name is Group => Object.hasOwn(groupSchemas, name)

function planChangeLine(key: string, before: View, after: View): ChangeLine | undefined {
  const slash = key.indexOf('/')
  const [name, field] = slash < 0 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
  const text = (view: View) => {
    const value = view.get(key)
    return value === undefined || value === null
      ? undefined
      : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)
  }
  const [from, to] = [text(before), text(after)]
  const change = { ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }
  const [kind = '', id = ''] = name.split(':')
  if (kind !== 'page' && kind !== 'section') {
    return {
      kind: 'changed',
      what: field === undefined ? name : 'field',
      target: key,
      label: spoken(field ?? name),
      part: key,
      ...change,
    }
  }
  const label = plannedTitle(after, name) ?? plannedTitle(before, name) ?? kind
  if (field === undefined) return { kind: 'added', what: kind, target: id, label, part: name }
  if (field === 'deleted') return { kind: 'removed', what: kind, target: id, label, part: key }
  if (field === 'at' || field === 'page') return { kind: 'changed', what: 'move', target: id, label, part: key }
  return { kind: 'changed', what: kind, target: id, label: `${label}: ${spoken(field)}`, part: key, ...change }
}

/** The title of a page or the name of a section. */
function plannedTitle(view: View, name: string): string | undefined {
  const made = view.get(name)
  const field = name.startsWith('page:') ? 'title' : 'name'
  const value = view.get(`${name}/${field}`) ?? (isRecord(made) ? made[field] : undefined)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `primaryColor` as words: `primary color`. */
const spoken = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
