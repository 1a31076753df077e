import { type ReactNode, useMemo } from 'react'
import styles from '../prose/Prose.module.css'
import { type MarkdownNode, readMarkdown } from './readMarkdown.ts'

/** A text as the site shows it. Its code is loaded when a preview is first opened. */
export function MarkdownPreview({ text }: { text: string }) {
  const nodes = useMemo(() => readMarkdown(text), [text])
  return <div className={styles.prose}>{nodes.map(renderNode)}</div>
}

function renderNode(node: MarkdownNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag: Tag, attributes, children } = node
  const key = `${index} ${Tag}`
  if (Tag === 'img') return <img key={key} src={attributes.src} alt={attributes.alt ?? ''} title={attributes.title} />
  if (Tag === 'br' || Tag === 'hr') return <Tag key={key} />
  if (Tag === 'a') {
    return (
      <a key={key} href={attributes.href} title={attributes.title} target="_blank" rel="noreferrer">
        {children.map(renderNode)}
      </a>
    )
  }
  return <Tag key={key}>{children.map(renderNode)}</Tag>
}
