import { plainView, type View } from '@atelier/documents'
import type { CompileUtilities } from '../src/context/utilities.ts'
import type { BlobFile, TextFile } from '../src/publish/files.ts'
import { type PublishReport, type ReleaseOptions, renderRelease } from '../src/publish/release.ts'

export interface SiteContent {
  site: View
  /** The documents of the pages; those that the site does not list are not published. */
  pages: readonly { id: string; view: View }[]
  compileUtilities?: CompileUtilities
}

/** Renders a whole site from its documents, as they are open. A pure function of them. */
export async function publishSite(
  content: SiteContent,
  options: ReleaseOptions = {},
): Promise<{ files: TextFile[]; media: BlobFile[]; report: PublishReport }> {
  const documents = new Map(content.pages.map(({ id, view }) => [id, { head: 0, fields: plainView(view) }]))
  const { files, report } = await renderRelease(
    {
      site: plainView(content.site),
      heads: new Map([...documents.keys()].map((id) => [id, 0])),
      load: async () => documents,
      ...(content.compileUtilities ? { compileUtilities: content.compileUtilities } : {}),
    },
    options,
  )
  return {
    files: files.filter((file) => 'text' in file),
    media: files.filter((file) => 'blob' in file),
    report,
  }
}
