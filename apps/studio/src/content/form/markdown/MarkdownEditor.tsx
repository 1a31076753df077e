import type { ComponentProps } from 'react'
import { RichTextEditor } from '../richtext/RichTextEditor.tsx'
import { createMarkdownText } from './markdownText.ts'

/** The editor of rich text over Markdown. Its code is loaded with the first such field. */
export const MarkdownEditor = (props: Omit<ComponentProps<typeof RichTextEditor>, 'format'>) => (
  <RichTextEditor {...props} format={createMarkdownText} />
)
