import { expect, test } from 'vitest'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { boundModel, formDrift } from './formDrift.ts'

const field = (name: string) => ({ name, html: `<label class="field">${name} <input name="${name}"></label>` })

test('a form is bound to the model that its action names', () => {
  const bound = (html: string) => {
    const { tree, id } = pageOf(html)
    return boundModel(tree.node(id('form')) ?? expect.fail())
  }
  expect(bound('<form action="/_forms/message"></form>')).toBe('message')
  expect(bound('<form action="https://example.com/_forms/message"></form>')).toBeUndefined()
  expect(bound('<form></form>')).toBeUndefined()
})

test('it says which fields are missing and which are no longer taken, however they are wrapped', () => {
  const { tree, id } = pageOf(
    `<form action="/_forms/message"><div id="all"><!-- first --><label class="row">Name <input name="name"></label><div>
<fieldset><legend>Topics</legend><label><input type="checkbox" name="topics"> a</label><label><input type="checkbox" name="topics"> b</label></fieldset></div></div>
<div hidden><input name="_hp"></div><button>Send</button></form>`,
  )
  const form = tree.node(id('form')) ?? expect.fail()
  const drift = formDrift(tree, form, { honeypot: '_hp', fields: [field('name'), field('email')] })
  expect(drift.missing).toEqual([{ name: 'email', html: '<label class="row">email <input name="email"></label>' }])
  // The wrapper goes as a whole.
  expect(drift.extra).toEqual([{ name: 'topics', nodeId: id('div', 1) }])
  // Behind the last known field, among elements and texts.
  expect(drift.place).toEqual({ parentId: id('div'), index: 1 })
  expect(formDrift(tree, form, { honeypot: '_hp', fields: [field('name'), field('topics')] })).toMatchObject({
    missing: [],
    extra: [],
  })
})

test('the fields of an empty form go to its beginning', () => {
  const { tree, id } = pageOf('<form action="/_forms/message"><button>Send</button></form>')
  const form = tree.node(id('form')) ?? expect.fail()
  const drift = formDrift(tree, form, { honeypot: '_hp', fields: [field('name')] })
  expect(drift).toEqual({ missing: [field('name')], extra: [], place: { parentId: form.id, index: 0 } })
})
