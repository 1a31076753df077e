import { page } from '@atelier/site'
import { useEditorState, useSite, useSiteVersion } from '../session/context.ts'

/** True while the open page translates another one. */
export function useIsTranslation(): boolean {
  const documentId = useEditorState((state) => state.documentId)
  const site = useSite()
  useSiteVersion()
  return site !== undefined && documentId !== undefined && page(site.local.view, documentId)?.source !== undefined
}
