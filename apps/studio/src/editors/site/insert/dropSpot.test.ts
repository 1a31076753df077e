import { createMemoryView } from '@atelier/documents'
import { createSite, importPage, readTree } from '@atelier/site'
import { describe, expect, test } from 'vitest'
import { type Box, dropSpot, type Point } from './dropSpot.ts'
import { placesFor } from './place.ts'

/** A page, and where its elements stand by their ids. */
function setUp(html: string, boxes: Record<string, readonly [number, number, number, number]>) {
  const site = createMemoryView()
  const page = createMemoryView()
  let count = 0
  createSite(site, { name: 'Test' })
  importPage(site, page, { html, newId: () => `n${(count++).toString().padStart(9, '0')}` })
  const tree = readTree(page)
  const nameOf = (id: string) => tree.node(id)?.tag ?? ''
  const idOf = (tag: string) => [...tree.walk()].find((each) => each.tag === tag)?.id ?? expect.fail(tag)
  const boxOf = (id: string): Box | undefined => {
    const found = boxes[nameOf(id)]
    return found && { left: found[0], top: found[1], width: found[2], height: found[3] }
  }
  const at = (tag: string, point: Point) => {
    const spot = dropSpot(tree, boxOf, idOf(tag), point)
    return spot && { in: nameOf(spot.parentId), index: spot.index, level: spot.level, line: spot.line }
  }
  const places = (tag: string | undefined, where: 'after' | 'inside' | 'before') =>
    placesFor(tree, tag === undefined ? undefined : idOf(tag), where).map(({ parentId, index }) => [
      nameOf(parentId),
      index,
    ])
  return { at, places }
}

describe('dropSpot', () => {
  const column = setUp('<main><h1>A</h1><p>B</p></main>', {
    body: [0, 0, 100, 200],
    main: [0, 0, 100, 200],
    h1: [20, 20, 60, 40],
    p: [20, 80, 60, 40],
  })
  test('a point in the lower half of a text means the gap behind it', () => {
    expect(column.at('h1', { x: 50, y: 50 })).toEqual({
      in: 'main',
      index: 1,
      level: true,
      line: { left: 20, top: 70, width: 60, height: 0 },
    })
    expect(column.at('main', { x: 50, y: 90 })).toMatchObject({ in: 'main', index: 1 })
  })
  test('above the first and below the last stands the line at their edge', () => {
    expect(column.at('h1', { x: 50, y: 25 })).toMatchObject({ index: 0, line: { top: 20 } })
    expect(column.at('p', { x: 50, y: 115 })).toMatchObject({ index: 2, line: { top: 120 } })
  })
  test('near the edge of a box means beside it', () => {
    expect(column.at('main', { x: 3, y: 100 })).toMatchObject({ in: 'body', line: { width: 100 } })
  })
  test('between things in a row the line stands upright', () => {
    const row = setUp('<main><i>A</i><b>B</b></main>', {
      body: [0, 0, 200, 100],
      main: [0, 0, 200, 100],
      i: [20, 20, 60, 60],
      b: [100, 20, 60, 60],
    })
    expect(row.at('b', { x: 105, y: 50 })).toEqual({
      in: 'main',
      index: 1,
      level: false,
      line: { left: 90, top: 20, width: 0, height: 60 },
    })
  })
  test('an empty box takes it at its top', () => {
    const empty = setUp('<main></main>', { body: [0, 0, 100, 100], main: [0, 0, 100, 100] })
    expect(empty.at('main', { x: 50, y: 50 })).toMatchObject({ in: 'main', index: 0 })
  })
})

describe('placesFor', () => {
  const { places } = setUp('<main><h1>A</h1><p>B</p></main>', {})
  test('beside or inside what is selected, then behind what is around it', () => {
    expect(places('h1', 'after')).toEqual([
      ['main', 1],
      ['body', 1],
    ])
    expect(places('p', 'before')[0]).toEqual(['main', 1])
    expect(places('main', 'inside')[0]).toEqual(['main', 2])
  })
  test('at the end of the page if nothing is selected', () => {
    expect(places(undefined, 'after')).toEqual([['body', 1]])
  })
})

test('where the pointer is on a child, only that one and its neighbours are measured', () => {
  const page = createMemoryView()
  const site = createMemoryView()
  let count = 0
  createSite(site, { name: 'Test' })
  importPage(site, page, { html: '<p>Words</p>'.repeat(500), newId: () => `n${(count++).toString().padStart(9, '0')}` })
  const tree = readTree(page)
  const children = tree.children(tree.root)
  const measured = new Set<string>()
  const boxOf = (id: string): Box => {
    measured.add(id)
    const index = children.findIndex((child) => child.id === id)
    return index < 0
      ? { left: 0, top: 0, width: 100, height: 10_000 }
      : { left: 0, top: index * 20, width: 100, height: 20 }
  }
  const target = children[250]?.id ?? expect.fail('no child')
  expect(dropSpot(tree, boxOf, target, { x: 50, y: 5_004 })).toMatchObject({ parentId: tree.root, index: 250 })
  expect(measured.size).toBeLessThan(6)
})
