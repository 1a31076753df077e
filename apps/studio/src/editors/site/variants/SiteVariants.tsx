import { errorText } from '@atelier/operation'
import type { PageTree } from '@atelier/site'
import { Type } from 'typebox'
import { VariantsDialog } from '../../../variants/VariantsDialog.tsx'
import { useEditor } from '../session/context.ts'
import type { ServerHandle } from '../session/handles.ts'

interface Chosen {
  variantsId: string
  variant?: number
}

const takeVariant: ServerHandle<Chosen, unknown> = { id: 'generate.takeVariant', reads: Type.Unknown() }
const dismissVariants: ServerHandle<Chosen, unknown> = { id: 'generate.dismissVariants', reads: Type.Unknown() }

/** The variants of the selected section: taking one is one step of undo. */
export function SiteVariants({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const session = useEditor()
  const { documentId, selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const section = tree && selected !== undefined ? sectionAround(tree, selected) : undefined
  return (
    <VariantsDialog
      projectId={session.projectId}
      {...(documentId !== undefined && section !== undefined ? { target: { pageId: documentId, section } } : {})}
      take={async (variantsId, variant) => errorText(await session.attempt(takeVariant, { variantsId, variant }))}
      dismiss={async (variantsId) => errorText(await session.attempt(dismissVariants, { variantsId }))}
      onOpenChange={onOpenChange}
    />
  )
}

const SECTIONS: ReadonlySet<string> = new Set(['section', 'article', 'header', 'footer', 'aside', 'nav', 'form', 'div'])

/** The section that a node is in: the nearest of these elements, of boxes without a meaning only the node itself. */
function sectionAround(tree: PageTree, nodeId: string): string | undefined {
  for (let at = tree.node(nodeId); at && at.id !== tree.root; at = tree.node(at.parent))
    if (SECTIONS.has(at.tag) && (at.tag !== 'div' || at.id === nodeId)) return at.id
  return undefined
}
