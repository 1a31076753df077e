import type { ProjectViews, View } from '@atelier/documents'
import { createRests, type Envelope, excerpt, fail } from '@atelier/operation'
import { findNode, nodeAttribute, type PageNode, type PageTree, type SiteContext, type Target } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { FieldReader } from './entryFields.ts'
import { type Field, firstHeading, sectionFields } from './fields.ts'
import { frameComponents } from './frames.ts'
import { sectionAround, sectionsOf } from './sections.ts'

/** A field as results name it. */
export const FieldView = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  value: Type.Union([
    Type.String(),
    Type.Object({ label: Type.String(), href: Type.String() }),
    Type.Object({ src: Type.String(), alt: Type.String() }),
  ]),
  /** It comes from an entry or a setting, and is not written here. */
  bound: Type.Optional(Type.Boolean()),
  /** The field of an entry that it comes from: writing the text writes the entry. */
  entry: Type.Optional(
    Type.Object({
      collectionSlug: Type.String(),
      entryId: Type.String(),
      field: Type.String(),
      locale: Type.Optional(Type.String()),
    }),
  ),
})

export const SectionView = Type.Object({
  id: Type.String(),
  /** Its label, its heading or its first words. */
  name: Type.String(),
  tag: Type.String(),
  hidden: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Type.Array(FieldView)),
})

export const fieldView = ({ name, kind, value, isBound, entry }: Field): Static<typeof FieldView> => ({
  name,
  kind,
  value,
  ...(isBound ? { bound: true } : {}),
  ...(entry ? { entry } : {}),
})

const NAME_LENGTH = 60

/**
 * The sections of a page, with their fields if these are wanted.
 * @param reader reads the texts that come from entries; without one they stay bound
 */
export async function sectionViews(
  context: { site: View; drafts: Pick<ProjectViews, 'open'> },
  tree: PageTree,
  withFields: boolean,
  reader?: FieldReader,
): Promise<Static<typeof SectionView>[]> {
  const views: Static<typeof SectionView>[] = []
  const rest = createRests()
  for (const node of sectionsOf(tree, await frameComponents(context, tree))) {
    await rest()
    const fields = withFields ? await (reader?.of(node.id) ?? sectionFields(context.site, tree, node.id)) : undefined
    views.push({
      id: node.id,
      name: fields ? nameInFields(node, fields) : sectionName(context.site, tree, node),
      tag: node.tag,
      ...(node.hidden ? { hidden: true } : {}),
      ...(fields ? { fields: fields.map(fieldView) } : {}),
    })
  }
  return views
}

/** The name of a section: its label, its first heading, or its first words. */
export function sectionName(site: View, tree: PageTree, node: PageNode): string {
  const heading = node.label === undefined ? firstHeading(tree, node.id) : undefined
  return (
    node.label ??
    (heading === undefined ? nameInFields(node, sectionFields(site, tree, node.id)) : excerpt(heading, NAME_LENGTH))
  )
}

/** The same of a section whose fields are read already. */
export function nameInFields(node: PageNode, fields: readonly Field[]): string {
  if (node.label !== undefined) return node.label
  const texts = fields.filter(({ kind, value }) => kind === 'text' && value !== '')
  const { value } = texts.find(({ role }) => role === 'heading') ?? texts[0] ?? {}
  return typeof value === 'string' ? excerpt(value, NAME_LENGTH) : (nodeAttribute(node, 'id') ?? node.tag)
}

type FoundSection = { found: Target; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The section of an id; for the id of a node in it, the section around that. */
export async function findSection(context: SiteContext, id: string): Promise<FoundSection> {
  const target = await findNode(context, id, '/pageSectionId')
  if (target.refused) return target
  const { tree, entry, page } = target.found
  const node = sectionAround(tree, target.found.node.id, await frameComponents(context, tree))
  if (node) return { found: { entry, page, tree, node } }
  const hint = 'Take an id of getPageSections. Menus are changed with the tools of the navigation.'
  const message = `“${id.slice(0, 80)}” is no section, and is in none.`
  return { refused: fail('unknown_section', message, { path: '/pageSectionId', hint }) }
}
