import { type Static, Type } from 'typebox'
import type { Box, Measured, MeasuredNode } from '../context/surface.ts'

const Size = Type.Object({ width: Type.Number(), height: Type.Number() })

const LayoutWarning = Type.Object({
  kind: Type.Enum(['horizontal-overflow', 'vertical-overflow', 'hidden-overflow', 'invisible-node', 'broken-image']),
  nodeId: Type.String(),
  message: Type.String(),
})
export type LayoutWarning = Static<typeof LayoutWarning>

/** The layout of a page. Boxes count from the top left corner of the requested page or node, in CSS pixels. */
export const LayoutReport = Type.Object({
  /** `scrollWidth` and `scrollHeight` are those of the whole page. */
  viewport: Type.Object({
    width: Type.Number(),
    height: Type.Number(),
    scrollWidth: Type.Number(),
    scrollHeight: Type.Number(),
  }),
  /** The size of the whole page, or of the requested node. */
  size: Size,
  nodes: Type.Array(
    Type.Object({
      nodeId: Type.String(),
      tag: Type.String(),
      text: Type.Optional(Type.String()),
      box: Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() }),
    }),
  ),
  warnings: Type.Array(LayoutWarning),
  /** The number of measured elements, and of the elements and warnings that are not listed. */
  counts: Type.Object({ nodes: Type.Number(), nodesLeftOut: Type.Number(), warningsLeftOut: Type.Number() }),
})
export type LayoutReport = Static<typeof LayoutReport>

/** The maximum number of nodes and warnings in one report. */
export const REPORT_LIMITS = { nodes: 60, warnings: 60 }

/**
 * The report of a measured page: all problems in it, with the boxes of their nodes; of everything else only the
 * outline, as deep as the budget goes. With `nodeId` it covers that node and its descendants; undefined if the page
 * does not show it.
 */
export function layoutReport(measured: Measured, nodeId?: string): { report: LayoutReport; area: Box } | undefined {
  const asked = nodeId === undefined ? undefined : measured.nodes.find((node) => node.nodeId === nodeId)
  if (nodeId !== undefined && !asked) return undefined
  const depths = depthsBelow(measured.nodes, nodeId)
  const within = measured.nodes.filter((node) => depths.has(node.nodeId))
  const area = asked?.box ?? { x: 0, y: 0, ...measured.page }
  const byId = new Map(measured.nodes.map((node) => [node.nodeId, node]))
  const warnings = within.flatMap((node) => warningsOf(node, byId.get(node.parent ?? ''), measured.viewport.width))
  const listed = warnings.slice(0, REPORT_LIMITS.warnings)
  const offending = new Set(listed.map((warning) => warning.nodeId))
  // The outline uses the rest of the budget, the outermost elements first.
  const outline = within
    .filter((node) => !offending.has(node.nodeId))
    .map((node, index) => ({ node, index, depth: depths.get(node.nodeId) ?? 0 }))
    .sort((a, b) => a.depth - b.depth || a.index - b.index)
    .slice(0, Math.max(0, REPORT_LIMITS.nodes - offending.size))
  const chosen = new Set([...offending, ...outline.map(({ node }) => node.nodeId)])
  const nodes = within
    .filter((node) => chosen.has(node.nodeId))
    .map(({ nodeId: id, tag, text, box }) => ({
      nodeId: id,
      tag,
      ...(text === undefined ? {} : { text }),
      box: { x: roundTenth(box.x - area.x), y: roundTenth(box.y - area.y), width: box.width, height: box.height },
    }))
  return {
    area,
    report: {
      viewport: { ...measured.viewport, scrollWidth: measured.page.width, scrollHeight: measured.page.height },
      size: { width: area.width, height: area.height },
      nodes,
      warnings: listed,
      counts: {
        nodes: within.length,
        nodesLeftOut: within.length - nodes.length,
        warningsLeftOut: warnings.length - listed.length,
      },
    },
  }
}

/** The depth of each node below `from` (default: anywhere), which is itself at 0. */
function depthsBelow(nodes: readonly MeasuredNode[], from: string | undefined): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { nodeId, parent } of nodes) {
    const above = parent === undefined ? undefined : depths.get(parent)
    if (nodeId === from) depths.set(nodeId, 0)
    else if (above !== undefined) depths.set(nodeId, above + 1)
    else if (from === undefined) depths.set(nodeId, 0)
  }
  return depths
}

const unseenWords = {
  display: 'is not displayed at this width',
  visibility: 'is hidden by its visibility',
  opacity: 'is fully transparent',
  size: 'holds text but has no size',
}

function warningsOf(node: MeasuredNode, parent: MeasuredNode | undefined, width: number): LayoutWarning[] {
  const { nodeId, box } = node
  const warnings: LayoutWarning[] = []
  const warn = (kind: LayoutWarning['kind'], what: string) =>
    warnings.push({ kind, nodeId, message: `<${node.tag}> ${what}.` })
  if (node.unseen) warn('invisible-node', unseenWords[node.unseen])
  if (node.unseen === 'display') return warnings
  const beyond = beyondEdge(box, width)
  // If nested elements overflow, only the outermost one is reported.
  if (beyond > 0 && !(parent && beyondEdge(parent.box, width) > 0))
    warn('horizontal-overflow', `reaches ${beyond} px beyond the right edge of the ${width} px wide viewport`)
  if (node.cut && node.cut.x > 0) warn('hidden-overflow', `cuts off ${node.cut.x} px of its content at the right`)
  if (node.cut && node.cut.y > 0) warn('hidden-overflow', `cuts off ${node.cut.y} px of its content at the bottom`)
  if (node.spill) warn('vertical-overflow', `lets ${node.spill} px of its content stick out below it`)
  if (node.picture === 'broken') warn('broken-image', 'shows no picture: its source does not load')
  return warnings
}

function beyondEdge(box: Box, width: number): number {
  return box.width < 1 ? 0 : Math.max(0, Math.ceil(box.x + box.width - width - 1))
}

function roundTenth(value: number): number {
  return Math.round(value * 10) / 10
}
