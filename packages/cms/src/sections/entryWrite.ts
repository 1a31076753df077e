import { type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import type { Field, FieldEntry } from './fields.ts'
import type { Given } from './write.ts'

/** An entry that was written, as results name it. */
export const EntryWritten = Type.Object({
  collectionSlug: Type.String(),
  entryId: Type.String(),
  locale: Type.Optional(Type.String()),
  fields: Type.Array(Type.String()),
  /** False: it waits on `branch` for a review. */
  merged: Type.Boolean(),
  branch: Type.Optional(Type.String()),
  /** Visitors see the former text until the entry is published again. */
  waits: Type.Optional(Type.Literal(true)),
})

/** The values of one entry that a call writes through the texts of a page. */
export interface EntryChange {
  entry: FieldEntry
  values: Record<string, string | null>
}

/** The text that a call gives for a field that comes from an entry; refused if it gives anything else. */
export function entryText(field: Field, given: Given): Envelope<{ text: string | null } | undefined> {
  const path = `/content/${field.name}`
  if (given === null || typeof given === 'string') return ok({ text: given })
  const { label, href, ...unknown } = given
  const [wrong] = Object.keys(unknown)
  const isLink = field.kind === 'link'
  if (!isLink || wrong !== undefined)
    return fail('invalid_value', `“${field.name}” takes a text${isLink ? ', or {label, href}' : ''}.`, {
      path,
      hint: 'Send a text, or null to clear it.',
    })
  const now = typeof field.value === 'object' && 'href' in field.value ? field.value.href : undefined
  if (href !== undefined && href !== null && href !== now)
    return fail('bound_field', `The address of “${field.name}” is that of the page of its entry.`, {
      path,
      hint: 'Send only a label; updatePost changes the slug of a post.',
    })
  return ok(label === undefined ? undefined : { text: label })
}

/** Writes entries, each in one go. */
export async function writeEntries(
  context: CmsContext,
  changes: readonly EntryChange[],
): Promise<Envelope<Static<typeof EntryWritten>[]>> {
  const written: Static<typeof EntryWritten>[] = []
  const warnings: string[] = []
  for (const { entry, values } of changes) {
    const { collectionSlug, entryId, locale } = entry
    const named = `${collectionSlug}/${entryId}`
    const input = { document: named, fields: values, ...(locale === undefined ? {} : { locale }) }
    const saved = await context.others.invoke(content('content.set_document_fields'), input)
    if (!saved.ok) {
      const { error } = saved
      return error ? { ok: false, error: { ...error, path: '/content' } } : saved
    }
    const { merged = true, branch, errors = [], entries = [] } = saved.data ?? {}
    const waits = merged && entries.some((each) => each.waits)
    const fields = Object.keys(values)
    written.push({
      collectionSlug,
      entryId,
      ...(locale === undefined ? {} : { locale }),
      fields,
      merged,
      ...(branch === undefined ? {} : { branch }),
      ...(waits ? { waits } : {}),
    })
    const what = `${fields.join(', ')} of the entry ${named}${locale === undefined ? '' : ` (${locale})`}`
    warnings.push(
      merged
        ? `This text comes from ${what}: the entry was written, so it changes wherever it is shown.`
        : `This text comes from ${what}: the change waits for a review (${branch ?? 'a branch'}), so nothing is different yet.`,
      ...(waits ? [`Visitors see the former text until the entry ${named} is published again (publishPost).`] : []),
      ...errors.slice(0, 3).map(({ message }) => `It is not seen until this is mended: ${message}`),
      ...(saved.warnings ?? []),
    )
  }
  return ok(written, { warnings })
}
