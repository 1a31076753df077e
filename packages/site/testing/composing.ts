import { createMemoryView } from '@atelier/documents'
import { type ComponentParam, paramsKey, paramValue } from '../src/component/params.ts'
import { type ComposedPage, type ComposeOptions, composePage } from '../src/compose/compose.ts'
import type { Composition, Dependency } from '../src/compose/composition.ts'
import { listComponent, type PageEntry, page as pageEntry, type Template } from '../src/document/pages.ts'
import { readTree } from '../src/document/tree.ts'
import { importPage } from '../src/import/page.ts'
import { createTestProject, type TestProject } from './project.ts'

/** A project in memory whose pages can be composed. */
export interface TestSite extends TestProject {
  component(title: string, html: string, params?: readonly ComponentParam[]): string
  template(html: string, template: Template, title?: string): string
  entry(id: string): PageEntry
  composition(note?: (dependency: Dependency) => void): Composition
  compose(id: string, options?: ComposeOptions): ComposedPage
}

export function createTestSite(): TestSite {
  const project = createTestProject()
  const { site, pages, newId } = project
  const entry = (id: string) => {
    const found = pageEntry(site, id)
    if (!found) throw new Error(`No page ${id}`)
    return found
  }
  const composition = (note?: (dependency: Dependency) => void): Composition => ({
    site,
    tree(id) {
      const page = pages.get(id)
      return page && readTree(page)
    },
    ...(note ? { note } : {}),
  })
  return {
    ...project,
    entry,
    composition,
    component(title, html, params) {
      const { id } = listComponent(site, { id: newId(), title })
      const page = createMemoryView()
      pages.set(id, page)
      importPage(site, page, { html, newId })
      if (params) site.set(paramsKey(id), params.map(paramValue))
      return id
    },
    template(html, template, title = 'Layout') {
      const { pageId } = project.addPage(html, { title, slug: newId() })
      site.set(`page:${pageId}/template`, { target: template.target, priority: template.priority })
      return pageId
    },
    compose: (id, options) => composePage(entry(id), composition(), options),
  }
}
