import { createLoader, selectToolbox, toolDefinitions } from '@atelier/operation'
import { expect, it } from 'vitest'
import { siteOperations } from './index.ts'

/** The tools that every model is sent; all else is found on demand. */
const defaults = `
  list_documents list_modules list_breakpoints list_post_types list_loop_sources list_tokens
  read_document open_document insertHtml getNodeHtml replaceNodeHtml
  updateNodeProps moveNode deleteNode duplicateNode renameNode
  applyCss assignClass removeClass
  list_code_assets read_code_asset write_code_asset patch_code_asset inspect_code_runtime
  addPage deletePage renamePage duplicatePage setPageTemplate clearPageTemplate
  set_color_tokens set_font_tokens set_type_scale set_spacing_scale render_snapshot
`
  .trim()
  .split(/\s+/)
/** Bytes of JSON, as a provider is sent them. */
const LIMIT = 12_500

const capabilities = new Set(['document.read', 'document.write', 'project.publish'] as const)
const toolbox = selectToolbox([...siteOperations, ...createLoader('site', () => siteOperations)], {
  scope: 'site',
  capabilities,
})

it('sends a model the 35 tools and the loader, in less than 12.5 kB', () => {
  const tools = toolDefinitions(toolbox)
  expect(defaults).toHaveLength(35)
  expect(tools.map(({ name }) => name).sort()).toEqual([...defaults, 'call_operation', 'find_operations'].sort())
  const sizes = tools
    .map((tool) => [tool.name, Buffer.byteLength(JSON.stringify(tool))] as const)
    .sort((a, b) => b[1] - a[1])
  const total = Buffer.byteLength(JSON.stringify(tools))
  console.log(
    `Definitions: ${total} bytes; the largest ${sizes
      .slice(0, 5)
      .map(([name, size]) => `${name} ${size}`)
      .join(', ')}`,
  )
  expect(total).toBeLessThan(LIMIT)
})

it('gives every operation a name of its own, an icon and one short line', () => {
  const names = toolbox.operations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, summary, icon, description } of toolbox.operations) {
    expect.soft(summary.length, name).toBeLessThanOrEqual(60)
    expect.soft(summary, name).not.toMatch(/[.\n]/)
    expect.soft(icon, name).toMatch(/^[a-z0-9-]+$/)
    expect.soft(description.length, name).toBeLessThanOrEqual(500)
  }
})
