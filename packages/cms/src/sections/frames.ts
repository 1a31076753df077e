import type { ProjectViews, View } from '@atelier/documents'
import { components, isComponent, nodeAttribute, type PageTree, readTree } from '@atelier/site'
import { type FrameComponents, isFrameComponent } from './sections.ts'

/** The components that a page uses and that are a part of the frame around the pages. */
export async function frameComponents(
  { site, drafts }: { site: View; drafts: Pick<ProjectViews, 'open'> },
  tree: PageTree,
): Promise<FrameComponents> {
  const used = new Set<string>()
  for (const node of tree.walk()) if (isComponent(node)) used.add(nodeAttribute(node, 'ref') ?? '')
  const frames = new Set<string>()
  if (used.size === 0) return frames
  for (const { id } of components(site)) {
    const component = used.has(id) ? await drafts.open(id) : undefined
    if (component && isFrameComponent(readTree(component))) frames.add(id)
  }
  return frames
}
