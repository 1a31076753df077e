import { expect, it } from 'vitest'
import type { Measured, MeasuredNode } from '../context/surface.ts'
import { layoutReport, REPORT_LIMITS } from './report.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const page = (nodes: MeasuredNode[]): Measured => ({
  viewport: { width: 400, height: 800 },
  page: { width: 400, height: 5000 },
  nodes: [{ nodeId: 'body', tag: 'body', box: box(0, 0, 400, 5000) }, ...nodes],
})

it('names what reaches out, is cut off, broken or unseen, and each overflow once, where it begins', () => {
  const found = layoutReport(
    page([
      { nodeId: 'wide', parent: 'body', tag: 'div', box: box(0, 0, 900, 10) },
      { nodeId: 'inner', parent: 'wide', tag: 'p', box: box(0, 0, 900, 10) },
      { nodeId: 'cut', parent: 'body', tag: 'p', box: box(0, 0, 50, 10), cut: { x: 30, y: 0 } },
      { nodeId: 'tall', parent: 'body', tag: 'div', box: box(0, 0, 50, 10), spill: 40 },
      { nodeId: 'lost', parent: 'body', tag: 'img', box: box(0, 0, 50, 10), picture: 'broken' },
      { nodeId: 'gone', parent: 'body', tag: 'p', box: box(0, 0, 0, 0), unseen: 'display' },
      { nodeId: 'fine', parent: 'body', tag: 'img', box: box(0, 0, 50, 10), picture: 'shown' },
    ]),
  )
  expect(found?.report.warnings.map(({ kind, nodeId }) => [kind, nodeId])).toEqual([
    ['horizontal-overflow', 'wide'],
    ['hidden-overflow', 'cut'],
    ['vertical-overflow', 'tall'],
    ['broken-image', 'lost'],
    ['invisible-node', 'gone'],
  ])
})

it('keeps to its budget on a page of any size: what is wrong comes first, the rest is counted', () => {
  const rows = Array.from({ length: 3000 }, (_, index): MeasuredNode => {
    const broken = index % 100 === 99
    const place = { nodeId: `n${index}`, parent: 'body', tag: 'p', box: box(0, index, 100, 1) }
    return broken ? { ...place, picture: 'broken' } : place
  })
  const { nodes, warnings, counts } = layoutReport(page(rows))?.report ?? {}
  expect(nodes).toHaveLength(REPORT_LIMITS.nodes)
  expect(warnings).toHaveLength(30)
  expect(nodes?.map(({ nodeId }) => nodeId)).toEqual(
    expect.arrayContaining((warnings ?? []).map((each) => each.nodeId)),
  )
  expect(counts).toEqual({ nodes: 3001, nodesLeftOut: 3001 - REPORT_LIMITS.nodes, warningsLeftOut: 0 })
})

it('covers one node from its own corner, and nothing beside it; a node that is not shown has no report', () => {
  const measured = page([
    { nodeId: 'hero', parent: 'body', tag: 'section', box: box(20, 100, 360, 300) },
    { nodeId: 'title', parent: 'hero', tag: 'h1', text: 'Bread', box: box(40, 130, 100, 30) },
    { nodeId: 'other', parent: 'body', tag: 'section', box: box(0, 400, 400, 300) },
  ])
  const { report, area } = layoutReport(measured, 'hero') ?? {}
  expect(area).toEqual(box(20, 100, 360, 300))
  expect(report?.size).toEqual({ width: 360, height: 300 })
  expect(report?.nodes).toEqual([
    { nodeId: 'hero', tag: 'section', box: box(0, 0, 360, 300) },
    { nodeId: 'title', tag: 'h1', text: 'Bread', box: box(20, 30, 100, 30) },
  ])
  expect(layoutReport(measured, 'nothing')).toBeUndefined()
})
