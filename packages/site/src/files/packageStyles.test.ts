import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import type { PackageSheet } from '../context/services.ts'
import { missingPackageSheets, packageFile } from './packageStyles.ts'

const jsdelivr = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css'
const page = (address: string) =>
  `<!doctype html><html lang="en"><head><title>Home</title><link href="${address}" rel="stylesheet" crossorigin="anonymous"><style>.card { padding: 1px }</style></head><body><main class="card"><h1>Bread</h1></main></body></html>`

async function written(answer: PackageSheet, address = jsdelivr) {
  const project = createTestProject()
  const { pageId } = project.addPage('<main><h1>Cake</h1></main>')
  const asked: string[] = []
  const packages = {
    stylesheet: async ({ name, version, path }: { name: string; version: string; path: string }) => {
      asked.push(`${name} ${version} ${path}`)
      return answer
    },
  }
  const services = { packages }
  const write = (content = page(address)) =>
    project.call('writeFile', { filename: 'index.html', content }, { services })
  const result = await write()
  const read = async (file: string) => JSON.stringify(await project.call('readFile', { file }))
  return { project, pageId, asked, write, result, read }
}

test('the stylesheet of a package becomes a pinned file of the site, asked for once, behind the rules of the page', async () => {
  const css = '.card { padding: 9px; background: url("data:image/svg+xml,%3Csvg/%3E") }'
  const { project, pageId, asked, write, result, read } = await written({ ok: true, version: '5.3.3', css })
  expect(result).toMatchObject({ ok: true })
  expect(asked).toEqual(['bootstrap 5.3.3 dist/css/bootstrap.min.css'])
  expect(missingPackageSheets(project.site, pageId)).toEqual([])
  expect(await read('vendor/bootstrap-5.3.3/bootstrap.min.css')).toContain('@layer packages {\\n.card { padding: 9px')
  expect(await read('index.html')).toContain('/vendor/bootstrap-5.3.3/bootstrap.min.css')
  await write()
  expect(asked).toHaveLength(1)
})

test.each<[string, PackageSheet]>([
  ['that is gone', { ok: false, problem: 'The registry has no package bootstrap.' }],
  ['that loads fonts', { ok: true, version: '6.0.0', css: '@font-face { src: url(../webfonts/fa.woff2) }' }],
  ['that imports', { ok: true, version: '6.0.0', css: '@import "more.css"; .a { top: 0 }' }],
  ['of 20 MB', { ok: true, version: '6.0.0', css: `.a { top: 0 }${' '.repeat(20_000_000)}` }],
  ['that runs script', { ok: true, version: '6.0.0', css: '.a { background: url("javascript:alert(1)") }' }],
])('a page misses a stylesheet %s, says so, and asks again', async (_kind, answer) => {
  const { project, pageId, asked, write, result } = await written(answer)
  expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining(jsdelivr), expect.anything()] })
  expect(missingPackageSheets(project.site, pageId)).toEqual([expect.stringContaining(jsdelivr)])
  await write()
  expect(asked).toHaveLength(2)
  await write(page('/own.css'))
  expect(asked).toHaveLength(2)
})

test('addresses of packages are known by their servers', () => {
  const known = {
    'https://unpkg.com/@picocss/pico@2.0.6/css/pico.min.css': '@picocss/pico 2.0.6 css/pico.min.css',
    '//cdn.jsdelivr.net/npm/bulma/css/bulma.min.css': 'bulma latest css/bulma.min.css',
    'https://cdnjs.cloudflare.com/ajax/libs/animate.css/4.1.1/animate.min.css': 'animate.css 4.1.1 animate.min.css',
    'https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/5.3.3/css/bootstrap.min.css':
      'bootstrap 5.3.3 dist/css/bootstrap.min.css',
    'https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.1/css/all.min.css':
      '@fortawesome/fontawesome-free 6.5.1 css/all.min.css',
    'https://stackpath.bootstrapcdn.com/bootstrap/4.5.2/css/bootstrap.min.css':
      'bootstrap 4.5.2 dist/css/bootstrap.min.css',
  }
  for (const [address, expected] of Object.entries(known)) {
    const file = packageFile(address)
    expect(file && `${file.name} ${file.version} ${file.path}`, address).toBe(expected)
  }
  for (const address of [
    'https://example.com/npm/bootstrap@5/dist/css/bootstrap.min.css',
    'https://cdn.jsdelivr.net/npm/bootstrap@5/../../x.css',
    'styles.css',
    'https://cdn.jsdelivr.net/npm/bootstrap@5/dist/js/bootstrap.js',
  ])
    expect(packageFile(address), address).toBeUndefined()
})
