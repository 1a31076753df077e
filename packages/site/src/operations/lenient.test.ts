import { normalizeInput, validate, validationError } from '@atelier/operation'
import { expect, it } from 'vitest'
import { siteOperations } from './index.ts'

function inputOf(name: string) {
  const operation = siteOperations.find((each) => each.name === name)
  if (!operation) throw new Error(`No operation ${name}`)
  return operation.input
}

/** Calls as models write them, and the input that is plainly meant. */
it.each<[name: string, given: unknown, meant: unknown]>([
  [
    'read_document',
    { document: 'page:abc', part: '2', since: null },
    { document: { type: 'page', id: 'abc' }, part: 2 },
  ],
  ['open_document', { document: 'abc' }, { document: { id: 'abc' } }],
  ['inspect_code_runtime', { document: null }, {}],
  ['insertHtml', { parent_id: 'a', html: '<p>x</p>', index: null }, { parentId: 'a', html: '<p>x</p>' }],
  ['insertHtml', { arguments: '{"parentId":"a","html":"<p>5</p>",}' }, { parentId: 'a', html: '<p>5</p>' }],
  [
    'updateNodeProps',
    { nodeId: 'a', patch: '{"alt":null,"text":"5"}' },
    { nodeId: 'a', patch: { alt: null, text: '5' } },
  ],
  [
    'updateNodeProps',
    { NodeId: 'a', breakpointId: null, patch: { open: true } },
    { nodeId: 'a', patch: { open: true } },
  ],
  ['moveNode', { nodeId: 'a', newParentId: 'b', newIndex: '0' }, { nodeId: 'a', newParentId: 'b', newIndex: 0 }],
  ['wrapNodes', { nodeIds: '["a","b"]' }, { nodeIds: ['a', 'b'] }],
  [
    'set_color_tokens',
    { tokens: '[{"slug":"ink","lightValue":"#111","darkModeEnabled":"true"}]' },
    { tokens: [{ slug: 'ink', lightValue: '#111', darkModeEnabled: true }] },
  ],
  [
    'set_type_scale',
    { min: { fontSize: '16', scaleRatio: null }, isRem: 'false' },
    { min: { fontSize: 16 }, isRem: false },
  ],
  [
    'setPageSettings',
    { pageId: 'p', noindex: 'true', description: null },
    { pageId: 'p', noindex: true, description: null },
  ],
  ['setSiteSettings', { input: { name: null, favicon: null } }, { favicon: null }],
  ['setDependency', { name: 'x', version: null }, { name: 'x', version: null }],
  [
    'write_code_asset',
    { path: 'a.js', type: 'script', content: '{"a":1,}', runtime: { scope: '{"kind":"all-pages"}' } },
    { path: 'a.js', type: 'script', content: '{"a":1,}', runtime: { scope: { kind: 'all-pages' } } },
  ],
  ['list_documents', { input: {} }, {}],
])('%s %j means %j', (name, given, meant) => {
  expect(normalizeInput(inputOf(name), given)).toEqual(meant)
  expect(validate(inputOf(name), meant)).toEqual([])
})

it.each<[name: string, given: unknown, refused: RegExp]>([
  ['insertHtml', { parentUid: 'a', html: 'x' }, /unknown field parentUid; did you mean parentId\?/],
  ['updateNodeProps', { nodeId: 'a', props: {} }, /unknown field props; its fields are nodeId, breakpointId, patch\./],
  ['insertHtml', { parentId: null, html: 'x' }, /\/parentId should be string, got null/],
  ['set_color_tokens', { tokens: { slug: 'a', lightValue: '#111' } }, /\/tokens should be array, got an object/],
  ['deleteNode', { nodeId: ['a'] }, /\/nodeId should be string/],
  ['list_modules', { category: 'Layout' }, /"layout", "text", "media", "forms", "data" or "structure"/],
  ['list_tokens', { family: 'color' }, /"colors" or "typography" or "spacing" or "fonts"/],
  ['setPageTemplate', { pageId: 'p', target: 'everywhere' }, /\/target should be object/],
  ['setSiteSettings', { checkGate: true }, /"off", "errors" or "warnings"/],
  ['duplicateNode', { nodeId: 'a', count: 'two' }, /\/count should be integer, got the string "two"/],
])('%s %j is refused with what is allowed', (name, given, refused) => {
  const issues = validate(inputOf(name), normalizeInput(inputOf(name), given))
  expect(validationError(issues).message).toMatch(refused)
})
