import { defineOperation, fail, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { ContentInput, givenFields } from '../sections/add.ts'
import { createFieldReader } from '../sections/entryFields.ts'
import { type EntryChange, EntryWritten, entryText, writeEntries } from '../sections/entryWrite.ts'
import { type Field, fieldNamed, sectionFields } from '../sections/fields.ts'
import { FieldView, fieldView, findSection } from '../sections/views.ts'
import { writeField } from '../sections/write.ts'

/** The most field names that a refusal lists. */
const LISTED = 40

export const updateSectionContent = defineOperation({
  id: 'cms.updateSectionContent',
  summary: 'Change the content of a section',
  description:
    'Change fields by name; others stay. Text keeps its formatting unless it is HTML; a link is a text or {label, href}, a picture an address or {src, alt}; null clears. A field of an entry writes it.',
  icon: 'pencil',
  of: 'site.setRichText',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['page', 'content'],
  input: Type.Object(
    { pageSectionId: Type.String({ maxLength: 100 }), content: ContentInput },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageSectionId: Type.String(),
    pageId: Type.String(),
    changed: Type.Array(Type.String()),
    /** The changed fields as they are now. */
    fields: Type.Array(FieldView),
    /** The entries that were written, since texts of the section come from them. */
    entries: Type.Optional(Type.Array(EntryWritten)),
  }),
  async run(context: CmsContext, { pageSectionId, content }) {
    const given = givenFields(content, '/content')
    if (given.refused) return given.refused
    const { found, refused } = await findSection(context, pageSectionId)
    if (refused) return refused
    const { entry, page, tree, node } = found
    const fields = await createFieldReader(context, { entry, tree }).of(node.id)
    const changed: string[] = []
    const warnings: string[] = []
    const texts = new Map<Field, string>()
    for (const [name, value] of given.found) {
      const field = fieldNamed(fields, name)
      if (!field) return unknownSectionField(fields, name)
      if (field.entry && !field.isBound) {
        const text = entryText(field, value)
        if (!text.ok) return text
        if (text.data && (text.data.text ?? '') !== fieldText(field)) texts.set(field, text.data.text ?? '')
        continue
      }
      const done = await writeField(context, readTree(page), field, value)
      if (!done.ok) return done
      if (done.data?.changed) changed.push(field.name)
      warnings.push(...(done.warnings ?? []))
    }
    const written = await writeEntries(context, entryChanges(texts))
    if (!written.ok) return written
    warnings.push(...(written.warnings ?? []))
    changed.push(...[...texts.keys()].map(({ name }) => name))
    if (entry.kind !== 'page' && changed.length > 0)
      warnings.push(`“${entry.title}” is a ${entry.kind}: every page that uses it shows the change.`)
    const now = sectionFields(context.site, readTree(page), node.id).filter(({ name }) => changed.includes(name))
    const entries = written.data ?? []
    return ok(
      {
        pageSectionId: node.id,
        pageId: entry.id,
        changed,
        fields: [...now, ...[...texts].map(([field, text]) => withText(field, text))].map(fieldView),
        ...(entries.length > 0 ? { entries } : {}),
      },
      { warnings },
    )
  },
})

function unknownSectionField(fields: readonly Field[], name: string) {
  const known = fields.slice(0, LISTED).map((each) => each.name)
  const more = fields.length > known.length ? ` and ${fields.length - known.length} more` : ''
  const hint = known.length === 0 ? 'It has none.' : `Its fields are ${known.join(', ')}${more}.`
  const message = `The section has no single field “${name.slice(0, 80)}”.`
  return fail('unknown_field', message, { path: '/content', hint })
}

const fieldText = ({ value }: Field): string =>
  typeof value === 'string' ? value : 'label' in value ? value.label : value.alt

const withText = (field: Field, text: string): Field => ({
  ...field,
  value: typeof field.value === 'object' && 'label' in field.value ? { ...field.value, label: text } : text,
})

/** The texts by entry: those of one entry are written together. An empty one clears its field. */
function entryChanges(texts: ReadonlyMap<Field, string>): EntryChange[] {
  const changes = new Map<string, EntryChange>()
  for (const [{ entry }, text] of texts) {
    if (!entry) continue
    const key = JSON.stringify([entry.collectionSlug, entry.entryId, entry.locale])
    const change = changes.get(key) ?? { entry, values: {} }
    change.values[entry.field] = text === '' ? null : text
    changes.set(key, change)
  }
  return [...changes.values()]
}
