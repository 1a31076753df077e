import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/src/testing/recordings.ts'
import { ask, clickInCanvas, showPanel } from './support/editor.ts'
import { goodAnswer } from './support/provider.ts'
import { openScene, type Scene } from './support/scene.ts'

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('accessibility', () => {
  let scene: Scene
  let page: Page

  beforeAll(async () => {
    scene = await openScene()
    page = scene.page
  })
  afterAll(async () => await scene?.close())

  /** Everything serious or critical on the screen, in light and dark; the user's own page in its frame is theirs. */
  const findings = async (where: string): Promise<string[]> => {
    const found: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
      // Nothing but colours depends on the scheme.
      const only = scheme === 'dark' ? ['color-contrast'] : undefined
      const violations = await page.evaluate(async (rules) => {
        const { axe } = window as unknown as { axe: Axe }
        const { violations } = await axe.run(
          { exclude: ['iframe'] },
          {
            iframes: false,
            resultTypes: ['violations'],
            ...(rules
              ? { runOnly: { type: 'rule', values: rules } }
              : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
          },
        )
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary.split('\n')[1] ?? ''}`,
            ),
          )
      }, only)
      found.push(...violations.map((each) => `${where}, ${scheme}: ${each}`))
    }
    return found
  }

  it('finds nothing serious or critical in the editor, its tabs, its dialogs, a run, and the pages around it', async () => {
    const found: string[] = []
    const look = async (where: string) => {
      // What opens moves for a moment.
      await page.waitForTimeout(250)
      const here = await findings(where)
      found.push(...here)
    }
    await clickInCanvas(page, 'h1')
    await showPanel(page, 'Properties')
    for (const name of ['Style', 'Settings']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await look(`the tab ${name}`)
    }
    for (const name of ['Pages', 'Layers', 'Design', 'Media', 'Code']) {
      await page.getByRole('tab', { name, exact: true }).first().click()
      await look(`the tab ${name}`)
    }
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').first().waitFor()
    await look('the palette')
    await page.keyboard.press('Escape')
    for (const name of ['Publish', 'History']) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await page.getByRole('dialog').first().waitFor()
      await look(name)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    }

    const { data } = await scene.api.post<{ data: { documents: { document: { id: string } }[] } }>(
      `/api/projects/${scene.projectId}/operations/site.list_documents`,
      { input: {} },
    )
    const parentId = data.documents[0]?.document.id
    const json = JSON.stringify({ parentId, html: '<p class="new">New</p><style>.new { color: red }</style>' })
    const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'insertHtml', json }
    scene.provider.answersWith({ body: anthropicBody([call], 'tool_use') }, goodAnswer('It is there.'))
    await showPanel(page, 'Agent')
    await ask(page, 'Add a part')
    await page.getByRole('button', { name: 'Compare' }).waitFor()
    await look('a run')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog').first().waitFor()
    await page.locator('iframe[title^="The page: "]').first().waitFor()
    await look('the comparison')
    await page.keyboard.press('Escape')

    await page.goto(scene.studio.url)
    await page.locator('a[href*="/projects/"]').first().waitFor()
    await look('the projects')
    await scene.context.clearCookies()
    await page.goto(scene.studio.url)
    await page.getByLabel('Email').waitFor()
    await look('signing in')
    expect(found).toEqual([])
  })
})
