const huge = `<p>${'x'.repeat(10_000_000)}</p>`

/** What a site must hold for these: `$page` is its only page, and the other names with `$` are the tags of elements in it. */
export const wrongInputsNeed = {
  page: '<main><p>One</p><img src="data:," alt=""><table><tbody><tr><td>x</td></tr></tbody></table></main>',
  css: '.hero { top: 0 }',
  asset: { path: 'a.js', type: 'script', content: 'let a = 1' },
}

/** Inputs of each operation that have the right form and mean nothing, or too much. */
export const wrongInputs: Readonly<Record<string, readonly unknown[]>> = {
  read_document: [{ document: { id: 'none' } }, { document: { id: '$main' } }, { part: 99 }],
  open_document: [{ document: { id: 'none' } }],
  insertHtml: [
    { parentId: 'none', html: '<p>x</p>' },
    { parentId: '$root', html: huge },
    { parentId: '$img', html: '<p>x</p>' },
    { parentId: '$main', html: '   ' },
    { parentId: '$main', html: '<script>x()</script>' },
    { parentId: '$table', html: 'words' },
    { parentId: '$p', html: '<section>x</section>' },
    { parentId: '$main', html: '<atelier-component ref="none"></atelier-component>'.repeat(40_000) },
  ],
  getNodeHtml: [{ nodeId: 'none' }],
  replaceNodeHtml: [
    { nodeId: 'none', html: 'x' },
    { nodeId: '$main', html: huge },
    { nodeId: '$img', html: 'x' },
    { nodeId: '$table', html: 'words' },
    { nodeId: '$p', html: '<p uid="$p">x</p><p>y</p>' },
  ],
  updateNodeProps: [
    { nodeId: 'none', patch: { id: 'x' } },
    { nodeId: '$main', patch: { text: 'x' } },
    { nodeId: '$main', patch: {} },
    { nodeId: '$main', patch: { tag: 'script' } },
    { nodeId: '$p', patch: { tag: 'tr' } },
    { nodeId: '$p', patch: { text: huge } },
    { nodeId: '$p', patch: { color: 'red; top: 0' } },
    { nodeId: '$p', patch: { color: 'url(javascript:x)' } },
    { nodeId: '$main', patch: { onclick: 'x()' } },
    { nodeId: '$main', patch: { color: 'red' }, breakpointId: 'none' },
  ],
  moveNode: [
    { nodeId: 'none', newParentId: '$root', newIndex: 0 },
    { nodeId: '$main', newParentId: 'none', newIndex: 0 },
    { nodeId: '$main', newParentId: '$p', newIndex: 0 },
    { nodeId: '$main', newParentId: '$main', newIndex: 0 },
    { nodeId: '$root', newParentId: '$main', newIndex: 0 },
    { nodeId: '$p', newParentId: '$img', newIndex: 0 },
  ],
  deleteNode: [{ nodeId: 'none' }, { nodeId: '$root' }],
  duplicateNode: [{ nodeId: 'none' }, { nodeId: '$root' }],
  renameNode: [{ nodeId: 'none', label: 'x' }],
  applyCss: [{ css: '.a' }, { css: '}}}' }, { css: `.a{color:red}${' '.repeat(10_000_000)}` }],
  getNodeStyles: [{ nodeId: 'none' }],
  addRule: [{ selector: '<>' }, { selector: '@media print' }, { selector: '.a } .b' }, { selector: '.a, ' }],
  addDeclaration: [{ ruleId: 'none', declaration: 'top: 0' }],
  setDeclaration: [{ ruleId: 'none', declarationId: 'none', declaration: 'top: 0' }],
  switchDeclaration: [{ ruleId: 'none', declarationId: 'none', on: false }],
  removeDeclaration: [{ ruleId: 'none', declarationId: 'none' }],
  setTexts: [
    { texts: [{ nodeId: 'none', text: 'x' }] },
    { texts: [{ nodeId: '$main', text: 'x' }] },
    {
      texts: [
        { nodeId: '$p', text: 'x' },
        { nodeId: 'none', text: 'x' },
      ],
    },
  ],
  assignClass: [
    { nodeId: 'none', classId: 'hero' },
    { nodeId: '$main', classId: 'none at all' },
  ],
  removeClass: [{ nodeId: 'none', classId: 'hero' }],
  read_code_asset: [{}, { path: 'none.js' }, { fileId: 'none' }],
  write_code_asset: [
    { path: '../x.js', type: 'script', content: '' },
    { path: 'x.js', type: 'script', content: 'x'.repeat(10_000_000) },
    { path: 'x.exe', type: 'script', content: '' },
    { path: 'a.js', type: 'script', content: 'let a = 2', expectedHash: 'stale' },
    { path: 'a.css', type: 'style', content: 'a { background: url(javascript:x) }' },
  ],
  patch_code_asset: [
    { path: 'a.js', expectedHash: 'stale', replacements: [{ oldText: 'let', newText: 'const' }] },
    { path: 'none.js', expectedHash: 'x', replacements: [{ oldText: 'a', newText: 'b' }] },
  ],
  inspect_code_runtime: [{ document: { id: 'none' } }],
  deletePage: [{ pageId: 'none' }, { pageId: '$page' }],
  renamePage: [{ pageId: 'none', title: 'x' }],
  duplicatePage: [{ pageId: 'none', title: 'x' }],
  setPageTemplate: [
    { pageId: 'none', target: { kind: 'everywhere' } },
    { pageId: '$page', target: { kind: 'postTypes', tableSlugs: ['none'] } },
  ],
  clearPageTemplate: [{ pageId: 'none' }, { pageId: '$page' }],
  set_color_tokens: [{ tokens: [{ slug: 'ink', lightValue: 'red; } body { display: none' }] }],
  set_font_tokens: [{ tokens: [{ name: 'body', familyId: 'none' }] }, { tokens: [{ name: '' }] }],
  set_type_scale: [{ groupId: 'none', min: { fontSize: 16 } }],
  set_spacing_scale: [{ groupId: 'none', min: { size: 16 } }],
  render_snapshot: [{ nodeId: 'none' }, { breakpointId: 'none' }],
  // What is found and loaded on demand.
  outline: [{ document: { id: 'none' } }],
  find: [{}, { selector: '[[' }, { text: 'x', document: { id: 'none' } }],
  check_page: [{ document: { id: 'none' } }],
  wrapNodes: [
    { nodeIds: ['none'] },
    { nodeIds: ['$root'] },
    { nodeIds: ['$p', '$td'] },
    { nodeIds: ['$p'], html: '<img>' },
    { nodeIds: ['$p'], html: '<b></b><i></i>' },
    { nodeIds: ['$p'], html: huge },
    { nodeIds: ['$tr'], html: '<div></div>' },
  ],
  insertLayout: [
    { layout: 'none', parentId: '$root' },
    { layout: 'hero', parentId: 'none' },
    { layout: 'hero', parentId: '$p' },
  ],
  unwrapNode: [{ nodeId: 'none' }, { nodeId: '$root' }, { nodeId: '$tbody' }],
  removeCss: [{}, { selector: '.none' }, { ruleId: 'none' }, { selector: '.hero', properties: ['none'] }],
  deleteTokens: [{ colors: ['none'] }],
  renameToken: [{ from: 'none', to: 'some' }],
  createComponent: [
    { title: 'x', nodeIds: ['none'] },
    { title: 'x', nodeIds: ['$root'] },
    { title: 'x', nodeIds: ['$p', '$td'] },
  ],
  insertComponent: [
    { componentId: 'none', parentId: '$root' },
    { componentId: '$page', parentId: '$root' },
  ],
  setComponentParams: [{ componentId: 'none', params: [] }],
  detachComponent: [{ nodeId: 'none' }, { nodeId: '$p' }],
  addBreakpoint: [{ label: 'Same', width: 375 }],
  updateBreakpoint: [{ breakpointId: 'none', width: 500 }],
  removeBreakpoint: [{ breakpointId: 'none' }],
  setPageSettings: [{ pageId: 'none', metaTitle: 'x' }],
  setSiteSettings: [{ baseUrl: 'javascript:x' }],
  deleteCodeAsset: [{}, { path: 'none.js' }],
  renameCodeAsset: [
    { path: 'none.js', to: 'b.js' },
    { path: 'a.js', to: '../b.js' },
    { path: 'a.js', to: 'b.exe' },
  ],
  setDependency: [
    { name: '../x', version: '1.0.0' },
    { name: 'swiper', version: 'whatever; rm' },
  ],
  updateMedia: [{ mediaId: 'none', alt: 'x' }],
  moveMediaFolder: [{ folder: 'none', to: 'some' }],
  replaceMedia: [{ mediaId: 'none', withMediaId: 'none' }],
  deleteMedia: [{ mediaId: 'none' }],
  restoreVersion: [{ versionId: 'none' }],
  undoRun: [{ run: 'this' }, { run: 'last' }],
  batch: [
    { calls: [{ name: 'none' }] },
    { calls: [{ name: 'insertHtml', input: { parentId: '$main', html: '<p>x</p>' } }, { name: 'deletePage' }] },
    {
      calls: [
        { name: 'insertHtml', input: { parentId: '$main', html: '<p>x</p>' } },
        { name: 'deleteNode', input: { nodeId: '$0.none' } },
      ],
    },
    {
      calls: [
        { name: 'applyCss', input: { css: '.a { top: 0 }' } },
        { name: 'moveNode', input: { nodeId: '$main', newParentId: '$p', newIndex: 0 } },
      ],
    },
  ],
}

/** Operations that take nothing, or for which everything that has the right form means something. */
export const nothingWrong: ReadonlySet<string> = new Set([
  'addPage',
  'list_code_assets',
  'list_media',
  'list_modules',
  'list_tokens',
  'saveVersion',
])
