import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeCss,
  describeHtml,
  duration,
  nameInWords,
  partDifference,
  readPartialInput,
  shortTime,
  toolLine,
} from './toolLine.ts'

describe('the line of a tool call', () => {
  it('says an operation’s name in words', () => {
    expect(['insertHtml', 'read_document', 'site.applyCss', 'addPage', ''].map(nameInWords)).toEqual([
      'Insert HTML',
      'Read document',
      'Apply CSS',
      'Add page',
      'Tool',
    ])
  })

  it('names HTML by its heading, else by its first element', () => {
    expect(describeHtml('<style>.a{}</style><section class="hero x"><h1>Fresh <em>bread</em></h1>')).toBe('Fresh bread')
    expect(describeHtml('<section class="hero x"><p>Text')).toBe('section.hero')
    expect(describeHtml('<style>.a { color: red }</style>')).toBe('styles')
    expect(describeHtml('only text')).toBeUndefined()
  })

  it('names CSS by its first selectors', () => {
    expect(describeCss('/* a {} */ .a { top: 0 } .a b { left: 0 } c { } d {}')).toBe('.a, .a b and 2 more')
    expect(describeCss('.hero {')).toBe('.hero')
    expect(describeCss('@media (max-width: 640px) { .a { top: 0 } }')).toBe('.a')
    expect(describeCss('color: red')).toBeUndefined()
  })

  it('leads to the node that the call is about, else to the one that it made', () => {
    expect(toolLine('moveNode', { nodeId: 'n1', newParentId: 'n2', newIndex: 0 }).nodeId).toBe('n1')
    expect(toolLine('insertHtml', { html: '<p>' }, { ok: true, data: { nodeIds: ['n9'] } }).nodeId).toBe('n9')
    expect(toolLine('read_document', { document: { type: 'page', id: 'd1' } }, undefined, () => 'Home')).toMatchObject({
      documentId: 'd1',
      target: 'Home',
    })
  })

  it('keeps the line short and takes any input', () => {
    expect(toolLine('addPage', { title: 'x'.repeat(200) }).target).toHaveLength(64)
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, input, result) => {
        expect(toolLine(name, input, result).verb).not.toBe('')
      }),
    )
  })

  it('reads what is written so far of arguments, wherever they are cut', () => {
    expect(readPartialInput('{"parentId":"n1","html":"<h1 class=\\"a\\">Fre')).toEqual({
      parentId: 'n1',
      html: '<h1 class="a">Fre',
    })
    const values = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string(), { minKeys: 1, maxKeys: 3 })
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (fields, share) => {
        const json = JSON.stringify(fields)
        for (const [name, value] of Object.entries(readPartialInput(json.slice(0, Math.floor(json.length * share))))) {
          expect(fields[name]?.startsWith(value)).toBe(true)
        }
        expect(readPartialInput(json)).toEqual(fields)
      }),
    )
  })

  it('says times as a person reads them', () => {
    expect([-5, 412, 12_400, 125_000].map(duration)).toEqual(['0.0 s', '0.4 s', '12 s', '2 min 5 s'])
    expect([-5, 42.4, 1000].map(shortTime)).toEqual(['0 ms', '42 ms', '1.0 s'])
  })
})

describe('the difference that a call made to a part', () => {
  const result = (before: number, after: number, added: number, removed: number) => ({
    ok: true,
    data: { diff: { volume: { before, after }, faces: { added, removed } } },
  })

  it('says the volumes and the faces', () => {
    expect(partDifference(result(24_000, 23_214.6, 1, 0))).toBe('24\u202f000 → 23\u202f214.6 mm³, 1 new face')
    expect(partDifference(result(0, 4000, 6, 0))).toBe('0 → 4000 mm³, 6 new faces')
    expect(partDifference(result(16_000, 16_000, 1, 2))).toBe('16\u202f000 mm³, 1 new face, 2 faces gone')
  })

  it('says nothing if the shape is the same, or of other results', () => {
    expect(partDifference(result(16_000, 16_000.01, 0, 0))).toBeUndefined()
    expect(partDifference({ ok: true, data: { diff: 'x' } })).toBeUndefined()
    expect(partDifference(undefined)).toBeUndefined()
  })
})
