import { type DefaultTreeAdapterMap, parse } from 'parse5'
import type { PastedNode } from '../../src/content/form/richtext/paste/pastedNode.ts'

type TreeNode = DefaultTreeAdapterMap['childNode']

/** HTML as a browser reads it. */
export function readPastedHtml(html: string): PastedNode[] {
  const root = parse(html).childNodes.find(({ nodeName }) => nodeName === 'html')
  const body = root && 'childNodes' in root ? root.childNodes.find(({ nodeName }) => nodeName === 'body') : undefined
  return body && 'childNodes' in body ? body.childNodes.flatMap(readNode) : []
}

function readNode(node: TreeNode): PastedNode[] {
  if ('value' in node) return [node.value]
  if (!('tagName' in node)) return []
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
  return [{ tag: node.tagName, attributes, children: node.childNodes.flatMap(readNode) }]
}
