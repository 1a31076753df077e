import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const addPageCommand = {
  name: 'page.add',
  operation: 'site.addPage',
  label: 'Add a page',
  icon: 'file-plus',
  group: 'pages',
  input: (_state: SiteEditorState) => ({ title: 'New page' }),
  focus: ({ pageId }: { pageId: string }) => ({ documentId: pageId }),
} as const satisfies OperationCommand<SiteEditorState>
