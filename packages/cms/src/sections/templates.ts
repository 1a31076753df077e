import { createMemoryView } from '@atelier/documents'
import { type Envelope, fail, nearestName } from '@atelier/operation'
import {
  componentParams,
  components,
  importPage,
  layouts,
  type PageNode,
  type PageTree,
  readTree,
  type SiteContext,
  savedSections,
} from '@atelier/site'
import { Type } from 'typebox'
import { type Field, sectionFields } from './fields.ts'
import { isBox, isFrameComponent } from './sections.ts'

export const templateKinds = ['layout', 'saved', 'component'] as const

/** Something that can be added to a page as a section. */
export interface Template {
  /** `hero`, `saved:<id>`, `component:<id>`. */
  key: string
  name: string
  kind: (typeof templateKinds)[number]
  /** The id of the layout, the saved section or the component. */
  id: string
  /** Absent for a component. */
  html?: string
}

/** A field of a template as results name it. */
export const TemplateField = Type.Object({ name: Type.String(), kind: Type.String(), example: Type.String() })

/** Layouts that are parts of the frame around pages, or empty boxes. */
const NO_SECTIONS: ReadonlySet<string> = new Set([
  'nav',
  'footer',
  'section',
  'container',
  'stack',
  'row',
  'columns',
  'grid',
  'sidebar',
])
const LISTED = 40
const EXAMPLE = 80

/** Everything that can be added as a section: ready layouts, the saved sections of the site, and its components. */
export async function sectionTemplates({ site, drafts }: SiteContext): Promise<Template[]> {
  const ready = layouts
    .filter(({ id, group }) => group === 'layouts' && !NO_SECTIONS.has(id))
    .map(({ id, label, html }): Template => ({ key: id, name: label, kind: 'layout', id, html }))
  const saved = savedSections(site).map(
    ({ id, title, html }): Template => ({ key: `saved:${id}`, name: title, kind: 'saved', id, html }),
  )
  const used: Template[] = []
  for (const { id, title } of components(site)) {
    const view = await drafts.open(id)
    if (view && !isFrameComponent(readTree(view)))
      used.push({ key: `component:${id}`, name: title, kind: 'component', id })
  }
  return [...ready, ...saved, ...used]
}

type FoundTemplate = { found: Template; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The template of a key, or of a name if only one has it. */
export async function templateNamed(context: SiteContext, key: string, path: string): Promise<FoundTemplate> {
  const all = await sectionTemplates(context)
  const wanted = key.trim().toLowerCase()
  const byKey = all.find((each) => each.key === key.trim()) ?? all.find(({ id }) => id === key.trim())
  const named = all.filter(({ name }) => name.toLowerCase() === wanted)
  const found = byKey ?? (named.length === 1 ? named[0] : undefined)
  if (found) return { found }
  const near = nearestName(key, [...all.map((each) => each.key), ...all.map(({ name }) => name)])
  const meant = all.find((each) => each.key === near || each.name === near)
  const list = all.slice(0, LISTED).map((each) => `${each.key} (${each.name.slice(0, 40)})`)
  const hint = meant ? `Did you mean ${meant.key}?` : `There are ${list.join(', ')}.`
  return { refused: fail('unknown_template', `There is no section template “${key.slice(0, 80)}”.`, { path, hint }) }
}

/** A field with the name that it has in its template: its role, and a number from the second of a role on. */
export interface NamedField {
  name: string
  field: Field
}

/** The fields of a section by the names of its template, in document order. Fields that show other values have none. */
export function namedInOrder(fields: readonly Field[]): NamedField[] {
  const counted = new Map<string, number>()
  return fields.flatMap((field) => {
    if (field.isBound) return []
    const count = (counted.get(field.role) ?? 0) + 1
    counted.set(field.role, count)
    return [{ name: count === 1 ? field.role : `${field.role}_${count}`, field }]
  })
}

/** The fields of a template, with what they hold at first. */
export function templateFields(
  { site }: SiteContext,
  template: Template,
): { name: string; kind: string; example: string }[] {
  if (template.kind === 'component')
    return componentParams(site, template.id).map((param) => ({
      name: param.name,
      kind: param.type,
      example: param.default.slice(0, EXAMPLE),
    }))
  const { tree } = treeOfTemplate(template.html ?? '')
  return namedInOrder(sectionFields(site, tree, tree.root)).map(({ name, field: { kind, value } }) => ({
    name,
    kind,
    example: exampleValue(value).slice(0, EXAMPLE),
  }))
}

function exampleValue(value: Field['value']): string {
  if (typeof value === 'string') return value
  return 'label' in value ? value.label : value.alt
}

/**
 * The HTML of a ready layout as one section: what is no box by itself is put into one, and a `div` becomes a `section`,
 * since one that is alone on a page is taken for a wrapper.
 */
export function htmlOfSection(html: string): string {
  const { roots } = treeOfTemplate(html)
  const [only, ...others] = roots
  if (only?.tag === 'div' && others.length === 0 && html.startsWith('<div') && html.endsWith('</div>'))
    return `<section${html.slice('<div'.length, -'</div>'.length)}</section>`
  return only && others.length === 0 && !isBox(only) ? `<section>\n${html}\n</section>` : html
}

/** Whether a template has the heading of a page. */
export function holdsTopHeading({ html }: Template): boolean {
  const { tree } = treeOfTemplate(html ?? '')
  return [...tree.walk(tree.root)].some(({ tag, ns }) => tag === 'h1' && ns === undefined)
}

function treeOfTemplate(html: string): { tree: PageTree; roots: PageNode[] } {
  const page = createMemoryView()
  importPage(createMemoryView(), page, { html, newId: countedIds() })
  const tree = readTree(page)
  return { tree, roots: tree.children(tree.root).filter(({ kind }) => kind === 'element') }
}

function countedIds(): () => string {
  let count = 0
  return () => `t${(count++).toString(36).padStart(9, '0')}`
}
