import { starters } from '@atelier/site'
import { describe, expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { addSectionToPage } from '../operations/addSectionToPage.ts'
import { createPageWithContent } from '../operations/createPageWithContent.ts'
import { deletePageSection } from '../operations/deletePageSection.ts'
import { getPageSections } from '../operations/getPageSections.ts'
import { listSectionTemplates } from '../operations/listSectionTemplates.ts'

describe.each(starters.map(({ id }) => id))('the starter %s', (id) => {
  const starter = starters.find((each) => each.id === id) ?? expect.fail()

  function started() {
    const project = createCmsProject()
    const pages = starter.pages.map(({ title, slug, html }) => project.addPage(html, { title, slug }))
    return { ...project, ids: pages }
  }

  test('takes every template on every page, and gives up each without a trace', async () => {
    const project = started()
    const listed = await project.run(listSectionTemplates, {})
    const templates = (listed.ok && listed.data?.templates) || expect.fail()
    for (const pageId of project.ids) {
      const before = project.html(pageId)
      for (const { key } of templates) {
        const added = await project.run(addSectionToPage, { pageId, sectionDefId: key })
        const own = (added.ok && added.data?.pageSectionId) || expect.fail()
        const read = await project.run(getPageSections, { pageId })
        expect.soft((read.ok && read.data?.sections.map((each) => each.id)) || [], key).toContain(own)
        expect.soft(await project.run(deletePageSection, { pageSectionId: own }), key).toMatchObject({ ok: true })
        expect.soft(project.html(pageId), key).toBe(before)
      }
    }
  })

  test('gets a page of all templates, each a section of its own', async () => {
    const project = started()
    const listed = await project.run(listSectionTemplates, {})
    const sections = ((listed.ok && listed.data?.templates) || []).map(({ key }) => ({ sectionKey: key }))
    const made = await project.run(createPageWithContent, { name: 'All', sections })
    expect(made).toMatchObject({ ok: true })
    expect((made.ok && made.data?.sections.length) || 0).toBe(sections.length)
    const html = project.html((made.ok && made.data?.page.id) || '')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })
})
