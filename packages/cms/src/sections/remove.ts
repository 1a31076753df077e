import { type Consequence, createRests, type Envelope, fail, ok } from '@atelier/operation'
import { readTree, type Target } from '@atelier/site'
import { type CmsContext, site } from '../context/context.ts'
import { findSection, sectionName } from './views.ts'

/** A section that a call names, with its name for a person. */
export interface NamedSection {
  target: Target
  name: string
}

/** The sections of some ids, each once; the refusal of the first that is none, or is on another page than `pageId`. */
export async function sectionsNamed(
  context: CmsContext,
  ids: readonly string[],
  pageId?: string,
): Promise<{ found: NamedSection[]; refused?: undefined } | { found?: undefined; refused: Envelope<never> }> {
  const found = new Map<string, NamedSection>()
  const rest = createRests()
  for (const id of ids) {
    await rest()
    const one = await findSection(context, id)
    if (one.refused) return one
    const { entry, tree, node } = one.found
    if (pageId !== undefined && entry.id !== pageId)
      return {
        refused: fail('other_page', `“${id.slice(0, 80)}” is on “${entry.title}”.`, {
          path: '/pageId',
          hint: 'Leave pageId out, or send only sections of that page.',
        }),
      }
    found.set(node.id, { target: one.found, name: sectionName(context.site, tree, node) })
  }
  return { found: [...found.values()] }
}

/** The question before sections are deleted. */
export function deletionConsequence(found: readonly NamedSection[]): Consequence | undefined {
  const [first] = found
  if (!first) return undefined
  const names = found.map(({ name, target: { entry } }) => `“${name}” of “${entry.title}”`)
  const shared = new Set(found.flatMap(({ target: { entry } }) => (entry.kind === 'page' ? [] : [entry.title])))
  const everywhere =
    shared.size === 0 ? '' : ` Every page that uses ${[...shared].map((each) => `“${each}”`).join(' and ')} loses it.`
  const what = found.length === 1 ? `the section ${names[0]}` : `${found.length} sections: ${names.join(', ')}`
  return {
    message: `Delete ${what}.${everywhere} An undo brings ${found.length === 1 ? 'it' : 'them'} back.`,
    target: found.length === 1 ? first.name : `${found.length} sections`,
    documentIds: [...new Set(found.map(({ target: { entry } }) => entry.id))],
  }
}

/** Deletes sections. One that is in another one of them is gone with it. */
export async function deleteSections(
  context: CmsContext,
  found: readonly NamedSection[],
): Promise<Envelope<{ deleted: { id: string; name: string; pageId: string }[] }>> {
  const deleted: { id: string; name: string; pageId: string }[] = []
  const warnings: string[] = []
  for (const { name, target } of found) {
    const { id } = target.node
    if (!readTree(target.page).node(id)) continue
    const done = await context.others.invoke(site('site.deleteNode'), { nodeId: id })
    if (!done.ok) return done
    warnings.push(...(done.warnings ?? []))
    deleted.push({ id, name, pageId: target.entry.id })
  }
  return ok({ deleted }, { warnings })
}
