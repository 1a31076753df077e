import { memo, type ReactNode, useMemo } from 'react'
import { numbered } from '../../../ui/numbered.tsx'
import styles from './Markdown.module.css'
import { type Block, type Inline, parseMarkdown } from './parse.ts'

/** What the agent says, at reading size. Everything is text or one of the few marks of `parseMarkdown`; no HTML. */
export const Markdown = memo(function Markdown({ source }: { source: string }) {
  const blocks = useMemo(() => parseMarkdown(source), [source])
  return <div className={styles.prose}>{numbered(blocks, blockOf)}</div>
})

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>
    case 'heading':
      return <p className={styles.heading}>{inlines(block.children)}</p>
    case 'quote':
      return <blockquote>{inlines(block.children)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'list': {
      const items = numbered(block.items, (item) => <li data-depth={item.depth}>{inlines(item.children)}</li>)
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
  }
}

function inlines(children: readonly Inline[]): ReactNode[] {
  return numbered(children, inlineOf)
}

function inlineOf(child: Inline): ReactNode {
  switch (child.kind) {
    case 'text':
      return child.text
    case 'code':
      return <code>{child.text}</code>
    case 'strong':
      return <strong>{inlines(child.children)}</strong>
    case 'emphasis':
      return <em>{inlines(child.children)}</em>
    case 'link':
      return (
        <a href={child.href} target="_blank" rel="noreferrer noopener">
          {inlines(child.children)}
        </a>
      )
  }
}
