import { nodeAttribute, type PageNode } from '../document/tree.ts'

const CONTENT = /^(?:inner_?html|outer_?html|html|content|contents|children|dangerously_?set_?inner_?html)$/i
const TEXT = /^(?:text_?content|inner_?text)$/i

/**
 * The correct way to set a prop whose name is a DOM or framework property and not an attribute;
 * undefined if an attribute may be meant.
 */
export function notAProp(node: PageNode, prop: string): { message: string; hint: string } | undefined {
  if (TEXT.test(prop)) {
    return {
      message: `“${prop}” is not a property of a node, and would only become an attribute that does nothing.`,
      hint: 'Set `text` for an element that holds only text; replaceNodeHtml sets content with elements in it.',
    }
  }
  if (!CONTENT.test(prop)) return undefined
  const takesContent = node.tag === 'meta' || nodeAttribute(node, 'content') !== undefined || hasProperty(node)
  if (prop.toLowerCase() === 'content' && takesContent) return undefined
  return {
    message: `“${prop}” is not a property of a node, and would only become an attribute that does nothing.`,
    hint: 'Use replaceNodeHtml for what is inside the node, insertHtml to add to it, or `text` where it is only text.',
  }
}

/** RDFa and microdata give any element a value of its own. */
const hasProperty = (node: PageNode) =>
  nodeAttribute(node, 'property') !== undefined || nodeAttribute(node, 'itemprop') !== undefined
