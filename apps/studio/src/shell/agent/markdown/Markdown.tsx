import { memo, type ReactNode, useMemo, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { numbered } from '../../../ui/numbered.tsx'
import styles from './Markdown.module.css'
import { type Block, blocksOf, continueMarkdown, type Inline, type ParsedMarkdown } from './parse.ts'

/** The agent's text, at reading size. Everything is text or one of the marks of `parseMarkdown`; no HTML. */
export const Markdown = memo(function Markdown({ source }: { source: string }) {
  const last = useRef<ParsedMarkdown>(undefined)
  const blocks = useMemo(() => {
    last.current = continueMarkdown(last.current, source)
    return blocksOf(last.current)
  }, [source])
  return (
    <div className={styles.prose}>
      {numbered(blocks, (block) => (
        <BlockView block={block} />
      ))}
    </div>
  )
})

/** A block that did not change while a text grew is not rendered again. */
const BlockView = memo(function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>
    case 'heading':
      return <p className={styles.heading}>{inlines(block.children)}</p>
    case 'quote':
      return <blockquote>{nested(block.blocks)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'list': {
      const items = numbered(block.items, (item) => <li>{nested(item)}</li>)
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <TableView table={block} />
  }
})

function nested(blocks: readonly Block[]): ReactNode[] {
  return numbered(blocks, (block) => <BlockView block={block} />)
}

function TableView({ table: { align, header, rows } }: { table: Extract<Block, { kind: 'table' }> }): ReactNode {
  const sides = (index: number) => ({ textAlign: align[index] ?? undefined })
  return (
    <div className={cx(styles.table, 'fades-scroll')}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={String(index)} style={sides(index)} scope="col">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows, (row) => (
            <tr>
              {row.map((cell, index) => (
                <td key={String(index)} style={sides(index)}>
                  {inlines(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
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
    case 'deleted':
      return <del>{inlines(child.children)}</del>
    case 'link':
      return (
        <a href={child.href} target="_blank" rel="noreferrer noopener">
          {inlines(child.children)}
        </a>
      )
  }
}
