import { type Envelope, fail, ok } from '@atelier/operation'
import { type PageEntry, readTree } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type CmsContext, site } from '../context/context.ts'
import { sectionFields } from './fields.ts'
import { sectionPlace, type WantedPlace } from './place.ts'
import { htmlOfSection, namedInOrder, type Template } from './templates.ts'
import { type Given, writeField } from './write.ts'

/** The most text that one call writes, in characters: what is longer would hold up other requests. */
const MOST_TEXT = 16_000

const FieldInput = Type.Union([
  Type.String({ maxLength: MOST_TEXT }),
  Type.Null(),
  Type.Record(Type.String(), Type.Union([Type.String({ maxLength: MOST_TEXT }), Type.Null()])),
])

/** The values of fields by name, each a text, an object of texts, or null: checked by `givenFields`, for a short schema. */
export const ContentInput = Type.Record(Type.String(), Type.Unknown())

type GivenFields = { found: [string, Given][]; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The values of a call, or why they are none or too much. */
export function givenFields(content: Readonly<Record<string, unknown>>, path: string): GivenFields {
  const size = JSON.stringify(content).length
  if (size > MOST_TEXT)
    return {
      refused: fail('too_large', `The fields hold ${size} characters; at most ${MOST_TEXT} are written at once.`, {
        path,
        hint: 'Write them in several calls.',
      }),
    }
  const found: [string, Given][] = []
  for (const [name, value] of Object.entries(content)) {
    if (!Value.Check(FieldInput, value))
      return {
        refused: fail('invalid_value', `“${name.slice(0, 80)}” is no text.`, {
          path: `${path}/${name}`,
          hint: 'Send a text, {label, href} for a link, {src, alt} for a picture, or null.',
        }),
      }
    found.push([name, value])
  }
  return { found }
}

const LISTED = 40

/** Adds a section to a page and fills its fields, which are named as `templateFields` does. */
export async function addSection(
  context: CmsContext,
  entry: PageEntry,
  template: Template,
  { place, content = {}, path }: { place: WantedPlace; content?: Readonly<Record<string, unknown>>; path: string },
): Promise<Envelope<{ nodeIds: string[] }>> {
  const given = givenFields(content, path)
  if (given.refused) return given.refused
  const page = await context.drafts.open(entry.id)
  if (!page) return fail('page_missing', `The page “${entry.title}” is gone.`)
  const at = await sectionPlace(context, entry, readTree(page), place)
  if (at.refused) return at.refused
  const made = await insertTemplate(context, template, at.found)
  if (!made.ok) return made
  const nodeIds = made.data ?? []
  const warnings = [...(made.warnings ?? [])]
  // The names of the template are those of the section before any of them is written.
  const tree = readTree(page)
  const named = namedInOrder(nodeIds.flatMap((id) => sectionFields(context.site, tree, id)))
  for (const [name, value] of given.found) {
    const found = named.find((each) => each.name === name || each.field.name === name)
    if (!found) return unknownField(template, named, name, path)
    const done = await writeField(context, readTree(page), found.field, value)
    if (!done.ok) return done.error ? { ok: false, error: { ...done.error, path: `${path}/${name}` } } : done
    warnings.push(...(done.warnings ?? []))
  }
  return ok({ nodeIds }, { warnings })
}

function unknownField(
  template: Template,
  named: readonly { name: string }[],
  name: string,
  path: string,
): Envelope<never> {
  const names = named.slice(0, LISTED).map((each) => each.name)
  const hint = names.length === 0 ? 'It has none.' : `Its fields are ${names.join(', ')}.`
  const message = `The template “${template.key}” has no field “${name.slice(0, 80)}”.`
  return fail('unknown_field', message, { path, hint })
}

async function insertTemplate(
  { others }: CmsContext,
  template: Template,
  place: { parentId: string; index: number },
): Promise<Envelope<string[]>> {
  if (template.kind === 'component') {
    const made = await others.invoke(site('site.insertComponent'), { componentId: template.id, ...place })
    return made.ok ? ok(made.data ? [made.data.nodeId] : [], { warnings: made.warnings }) : made
  }
  const { html = '', kind, id } = template
  const own = kind === 'saved' ? { layout: `saved:${id}` } : { layout: id, html: htmlOfSection(html) }
  const made = await others.invoke(site('site.insertLayout'), { ...own, ...place })
  return made.ok ? ok(made.data?.nodeIds ?? [], { warnings: made.warnings }) : made
}
