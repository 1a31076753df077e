import { page } from '@atelier/site'
import { OverlapsDialog } from '../../../documents/OverlapsDialog.tsx'
import { useEditor, useSite } from '../session/context.ts'
import * as strings from './strings.ts'

/** The list of overlapping values, each under the title of its page. */
export function SiteOverlaps() {
  const { connection } = useEditor()
  const site = useSite()
  const titleOf = (documentId: string) => (site && page(site.local.view, documentId)?.title) ?? strings.theSite
  return <OverlapsDialog connection={connection} titleOf={titleOf} />
}
