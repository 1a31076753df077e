import { expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { printCss } from '../../css/printCss.ts'
import { listStyles } from './listStyles.ts'
import { moveRule } from './moveRule.ts'

const css = `.a { color: red; top: 0 }

/* About b */
.b { color: blue }
@media (min-width: 600px) {
  .a { left: 0 }
  .b { left: 1px }
}
.c { top: 0 }`

function setUp() {
  const project = createTestProject()
  project.addPage('<p class="a b">One</p><p class="a b">Two</p><p class="c">Three</p>', { css })
  const move = async (selector: string, target: string, where: 'before' | 'after', from = 0, to = 0) => {
    const listed = await project.run(listStyles, {})
    const styles = listed.ok && listed.data ? listed.data.styles : expect.fail()
    const idOf = (wanted: string, index: number) => styles.filter((each) => each.selector === wanted)[index]?.ruleId
    const ruleId = idOf(selector, from) ?? ''
    return await project.run(moveRule, { ruleId, targetId: idOf(target, to) ?? '', where })
  }
  return { ...project, move, print: () => printCss(project.site) }
}

it('moves a rule with its comment to the front, and says which rule wins now', async () => {
  const { move, print } = setUp()
  const result = await move('.b', '.a', 'before')
  expect(print().startsWith('/* About b */\n.b { color: blue }\n\n.a { color: red; top: 0 }\n@media')).toBe(true)
  expect(result).toMatchObject({
    data: { moved: true, changes: [{ from: '.b', to: '.a', properties: ['color'], nodes: 2 }] },
    warnings: ['color of 2 elements now comes from `.a`, not from `.b`.'],
  })
  expect(await move('.b', '.a', 'after')).toMatchObject({ data: { changes: [{ from: '.a', to: '.b' }] } })
  expect(print()).toBe(css)
  expect(await move('.b', '.a', 'after')).toMatchObject({ data: { moved: false, changes: [] } })
})

it('stays in its block, and passes a block as a whole', async () => {
  const { move, print } = setUp()
  expect(await move('.c', '.a', 'before', 0, 1)).toMatchObject({ data: { moved: true, changes: [] } })
  expect(print()).toMatch(/\.c \{ top: 0 \}\n@media/)
  expect(await move('.b', '.a', 'before', 1, 1)).toMatchObject({
    data: { changes: [{ from: '.b', to: '.a', properties: ['left'], nodes: 2 }] },
  })
  expect(print()).toContain('{\n  .b { left: 1px }\n  .a { left: 0 }\n}')
  expect(await move('.b', '.c', 'after', 1)).toMatchObject({ error: { code: 'invalid_target' } })
})
