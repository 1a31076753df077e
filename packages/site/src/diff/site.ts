import type { ChangeLine, Json, View } from '@atelier/documents'
import { componentParams } from '../component/params.ts'
import { printRules } from '../css/printCss.ts'
import { declarationKey, preludeKey, ruleKey } from '../css/records.ts'
import { type Rule, readRules, walkRules } from '../css/rules.ts'
import { type PageEntry, page } from '../document/pages.ts'
import { savedSections, sectionKey } from '../document/sections.ts'
import { codeLines } from './code.ts'
import { valueExcerpt } from './excerpt.ts'
import { lockLines } from './locks.ts'
import { mediaLines } from './media.ts'
import { redirectLines, sheetLines } from './places.ts'
import { tokenLines } from './tokens.ts'

/** The lines of a site document's changes: pages first, then settings, then styles in the order of the sheet. */
export function siteLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  const owners = new Set(keys.map((key) => key.split('/', 1)[0] ?? key))
  const pageIds = [...owners].filter((key) => key.startsWith('page:')).map((key) => key.slice('page:'.length))
  const rules = new Set([...owners].filter((key) => key.startsWith('rule:')).map((key) => key.slice('rule:'.length)))
  const others = keys.filter(
    (key) =>
      !/^(page|rule|media|code|dependency|color|fontToken|fontFamily|scale|sheet|redirect|section|lock):/.test(key),
  )
  return [
    ...pageIds.flatMap((id) => pageChange(id, before, after)),
    ...redirectLines(keys, before, after),
    ...mediaLines(keys, before, after),
    ...codeLines(keys, before, after),
    ...tokenLines(keys, before, after),
    ...sheetLines(keys, before, after),
    ...sectionLines(keys, before, after),
    ...lockLines(keys, before, after),
    ...others.flatMap((key) => setting(key, before.get(key), after.get(key))),
    ...(rules.size > 0 ? ruleChanges(rules, before, after) : []),
  ]
}

function pageChange(id: string, before: View, after: View): ChangeLine[] {
  const old = page(before, id)
  const now = page(after, id)
  const part = `page:${id}`
  if (now && !old)
    return [{ kind: 'added', what: now.kind, target: id, label: now.title, after: entryAddress(now), part }]
  if (old && !now) {
    return [{ kind: 'removed', what: old.kind, target: id, label: old.title, before: entryAddress(old), part }]
  }
  if (!old || !now) return []
  const lines: ChangeLine[] = []
  const changed = (label: string, from: string, to: string, field = label) => {
    if (from === to) return
    lines.push({
      kind: 'changed',
      what: now.kind,
      target: id,
      label,
      before: from,
      after: to,
      part: `${part}/${field}`,
    })
  }
  changed('title', old.title, now.title)
  changed('slug', `/${old.slug}`, `/${now.slug}`)
  changed('order', old.order, now.order, 'at')
  changed('template', templateText(old), templateText(now))
  changed('parameters', paramsText(before, id), paramsText(after, id), 'params')
  return lines
}

const entryAddress = ({ kind, slug, title }: PageEntry) => (kind === 'component' ? title : `/${slug}`)

function templateText({ template }: PageEntry): string {
  if (!template) return 'none'
  const { target, priority } = template
  const around = target.kind === 'postTypes' ? target.tableSlugs.join(', ') : target.kind
  return `${around}, priority ${priority}`
}

function paramsText(view: View, id: string): string {
  const params = componentParams(view, id)
  return params.map((param) => `${param.name}: ${param.type} = ${param.default}`).join('; ') || 'none'
}

function setting(key: string, old: Json | undefined, now: Json | undefined): ChangeLine[] {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value))
  const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
  const line: ChangeLine = { kind, what: 'setting', label: key.replace(/^settings\/?/, '') || 'settings', part: key }
  if (old !== undefined) line.before = valueExcerpt(text(old) ?? '')
  if (now !== undefined) line.after = valueExcerpt(text(now) ?? '')
  return [line]
}

function sectionLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return keys
    .filter((key) => key.startsWith('section:'))
    .flatMap((key): ChangeLine[] => {
      const [old, now] = [before, after].map((view) => savedSections(view).find(({ id }) => key === sectionKey(id)))
      if (!old && !now) return []
      const kind = old ? (now ? 'changed' : 'removed') : 'added'
      return [{ kind, what: 'saved section', target: (now ?? old)?.id, label: (now ?? old)?.title ?? '' }]
    })
}

interface Placed {
  rule: Rule
  label: string
  parent: string
}

function ruleChanges(touched: ReadonlySet<string>, before: View, after: View): ChangeLine[] {
  const old = rulesById(before)
  const now = rulesById(after)
  const lines: ChangeLine[] = []
  for (const [id, { rule, label, parent }] of now) {
    if (!touched.has(id)) continue
    const was = old.get(id)
    if (was) lines.push(...declarationChanges(was, { rule, label, parent }))
    else if (parent === '' || old.has(parent)) {
      lines.push({
        kind: 'added',
        what: 'rule',
        target: id,
        label,
        after: valueExcerpt(printRules([rule]), 200),
        part: ruleKey(id),
      })
    }
  }
  for (const [id, { rule, label, parent }] of old) {
    if (!touched.has(id) || now.has(id) || (parent !== '' && !now.has(parent))) continue
    lines.push({
      kind: 'removed',
      what: 'rule',
      target: id,
      label,
      before: valueExcerpt(printRules([rule]), 200),
      part: ruleKey(id),
    })
  }
  return lines
}

function declarationChanges(old: Placed, now: Placed): ChangeLine[] {
  const { id } = now.rule
  const lines: ChangeLine[] = []
  if (old.rule.selector !== now.rule.selector) {
    lines.push({
      kind: 'changed',
      what: 'rule',
      target: id,
      label: now.label,
      before: old.label,
      after: now.label,
      part: preludeKey(id),
    })
  }
  const value = (text: string) => text.slice(text.indexOf(':') + 1).trim()
  const was = new Map(old.rule.declarations.map((each) => [each.id, each]))
  for (const each of now.rule.declarations) {
    const before = was.get(each.id)
    was.delete(each.id)
    if (before?.text === each.text || each.name === '') continue
    const line: ChangeLine = {
      kind: before ? 'changed' : 'added',
      what: 'declaration',
      target: id,
      label: `${now.label} ${each.name}`,
      after: value(each.text),
      part: declarationKey(id, each.id),
    }
    if (before) line.before = value(before.text)
    lines.push(line)
  }
  for (const each of was.values()) {
    if (each.name === '') continue
    const label = `${now.label} ${each.name}`
    lines.push({
      kind: 'removed',
      what: 'declaration',
      target: id,
      label,
      before: value(each.text),
      part: declarationKey(id, each.id),
    })
  }
  return lines
}

function rulesById(view: View): Map<string, Placed> {
  const all = new Map<string, Placed>()
  for (const [rule, around] of walkRules(readRules(view))) {
    const label = [...around.map(({ selector }) => selector), rule.selector].join(' › ')
    all.set(rule.id, { rule, label, parent: around.at(-1)?.id ?? '' })
  }
  return all
}
