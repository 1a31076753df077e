import { type Envelope, fail, ok } from '@atelier/operation'
import { readTree, siteUrl } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { type Field, fieldNamed, sectionFields } from '../sections/fields.ts'
import { FieldView, fieldView, findSection } from '../sections/views.ts'
import { writeField } from '../sections/write.ts'
import { ImageView, imageNamed, imageView } from './images.ts'

/** A picture in a section, as results name it. */
export const SectionImage = Type.Object({
  pageSectionId: Type.String(),
  pageId: Type.String(),
  image: ImageView,
  field: FieldView,
})

interface Wanted {
  imageId: string
  pageSectionId: string
  /** Which of the fields; the only one that takes a picture if absent. */
  field: { name: string | undefined; path: string }
  alt?: string | undefined
}

/** Puts a picture of the library into a field of a section that takes one, with its alt text and size. */
export async function putImage(
  context: CmsContext,
  { imageId, pageSectionId, field: wanted, alt }: Wanted,
): Promise<Envelope<Static<typeof SectionImage>>> {
  const image = imageNamed(context, imageId, '/imageId')
  if (image.refused) return image.refused
  const { found, refused } = await findSection(context, pageSectionId)
  if (refused) return refused
  const { entry, page, tree, node } = found
  const fields = sectionFields(context.site, tree, node.id)
  const field = fieldForImage(fields, wanted)
  if (field.refused) return field.refused
  const src = siteUrl(image.found.path)
  const given = field.found.kind === 'picture' ? { src, ...(alt === undefined ? {} : { alt }) } : src
  const done = await writeField(context, readTree(page), field.found, given)
  if (!done.ok) return done
  const now = sectionFields(context.site, readTree(page), node.id).find(({ name }) => name === field.found.name)
  const warnings = [...(done.warnings ?? [])]
  if (entry.kind !== 'page')
    warnings.push(`“${entry.title}” is a ${entry.kind}: every page that uses it shows the change.`)
  return ok(
    {
      pageSectionId: node.id,
      pageId: entry.id,
      image: imageView(image.found),
      field: fieldView(now ?? field.found),
    },
    { warnings },
  )
}

const takesPicture = ({ kind, param, isBound }: Field) =>
  !isBound && (kind === 'picture' || kind === 'background' || param?.type === 'image')

type FoundField = { found: Field; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

function fieldForImage(fields: readonly Field[], { name, path }: Wanted['field']): FoundField {
  const fitting = fields.filter(takesPicture)
  const list = fitting.map((each) => each.name).join(', ')
  const hint =
    fitting.length > 0
      ? `Fields that take one: ${list}.`
      : 'No field of this section does: add a section such as split or gallery with addSectionToPage.'
  if (name === undefined) {
    const [only, ...others] = fitting
    if (only && others.length === 0) return { found: only }
    const message = only ? 'Several fields of the section take a picture.' : 'The section has no place for a picture.'
    return { refused: fail(only ? 'ambiguous_field' : 'no_picture_field', message, { path, hint }) }
  }
  const found = fieldNamed(fitting, name)
  if (found) return { found }
  const other = fieldNamed(fields, name)
  const message = other
    ? other.isBound
      ? `“${other.name}” shows a value from elsewhere.`
      : `“${other.name}” is a ${other.kind}, which takes no picture.`
    : `The section has no single field “${name.slice(0, 80)}” that takes a picture.`
  return { refused: fail(other ? 'not_a_picture_field' : 'unknown_field', message, { path, hint }) }
}
